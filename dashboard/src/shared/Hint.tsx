// A tooltip that comes at once, by pointer and by keyboard.

import * as Tooltip from "@radix-ui/react-tooltip";
import type { ReactNode } from "react";

export function Hint({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={0} skipDelayDuration={0} disableHoverableContent>
      <Tooltip.Root>
        <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
        {/* Inside of the page's main part, where everything that is read aloud belongs. */}
        <Tooltip.Portal container={document.getElementById("content")}>
          <Tooltip.Content className="hint" sideOffset={6} collisionPadding={8}>
            {text}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
