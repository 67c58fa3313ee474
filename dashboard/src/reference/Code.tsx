// A block of code with its name and a button that copies it.

import type { ReactNode } from "react";
import { Copy } from "../shared/controls";

export function Code({ title, text }: { title: ReactNode; text: string }) {
  return (
    <figure className="code">
      <figcaption>
        {title}
        <Copy text={text} what="code" />
      </figcaption>
      <pre tabIndex={0}>{text}</pre>
    </figure>
  );
}
