// A body as it was sent or received: indented where it is JSON, otherwise as it came.

import { Copy } from "../shared/controls";

export function Payload({ label, text }: { label: string; text: string }) {
  const shown = indented(text);
  return (
    <div className="payload">
      <pre tabIndex={0} aria-label={label} role="region">
        {shown || "(empty)"}
      </pre>
      {shown && <Copy text={shown} what="payload" />}
    </div>
  );
}

export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
