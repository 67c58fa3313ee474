// What a fact rests on: shown when the mark behind it is hovered over, tapped, or pressed.

import * as Popover from "@radix-ui/react-popover";
import { useEffect, useRef, useState } from "react";
import { count } from "../shared/format";
import { EvidenceItem } from "./Evidence";
import type { RunSource } from "./types";

const SHOWN = 8;
const OPEN_AFTER = 150;
const CLOSE_AFTER = 250;

export function Citation({ items, more }: { items: RunSource[]; more: number }) {
  const all = items.length + more;
  const hover = useHover();
  return (
    <Popover.Root open={hover.isOpen} onOpenChange={hover.setOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          className="citation"
          aria-label={`Evidence: ${count(all, "record")}`}
          {...hover.handlers}
        >
          {count(all, "record")}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="popover evidence"
          aria-label="Evidence"
          side="bottom"
          sideOffset={6}
          collisionPadding={12}
          onOpenAutoFocus={(event) => {
            if (hover.isByPointer.current) event.preventDefault();
          }}
          {...hover.handlers}
        >
          <ul>
            {items.slice(0, SHOWN).map((item, n) => (
              <li key={n}>
                <EvidenceItem item={item} />
              </li>
            ))}
          </ul>
          {all > SHOWN && <p className="soft">and {all - SHOWN} more, listed in the trace below</p>}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Open a little after the mouse comes, closed a little after it has gone; a tap is a press. */
function useHover() {
  const [isOpen, setOpen] = useState(false);
  const isByPointer = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (next: boolean, delay: number) => (event: React.PointerEvent) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(timer.current);
    isByPointer.current = true;
    timer.current = setTimeout(() => setOpen(next), delay);
  };
  return {
    isOpen,
    isByPointer,
    setOpen: (next: boolean) => {
      clearTimeout(timer.current);
      isByPointer.current = false;
      setOpen(next);
    },
    handlers: {
      onPointerEnter: later(true, OPEN_AFTER),
      onPointerLeave: later(false, CLOSE_AFTER),
    },
  };
}
