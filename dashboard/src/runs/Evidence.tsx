// The records that an answer rests on, each with what it says and the file it comes from.

import { useState } from "react";
import { FileName } from "../files/FileName";
import { Scope } from "../shared/controls";
import type { RunSource } from "./types";

const SHOWN = 3;

export function Evidence({ items, isOpen }: { items: RunSource[]; isOpen: boolean }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || isOpen ? items : items.slice(0, SHOWN);
  return (
    <div className="evidence">
      <p className="evidence-head">Used in the answer: {items.length}</p>
      <ul>
        {shown.map((item, n) => (
          <li key={`${item.id}-${n}`}>
            <EvidenceItem item={item} />
          </li>
        ))}
      </ul>
      {items.length > shown.length && (
        <button type="button" className="button quiet" onClick={() => setWhole(true)}>
          Show {items.length - shown.length} more
        </button>
      )}
    </div>
  );
}

export function EvidenceItem({ item }: { item: RunSource }) {
  if (item.erased)
    return (
      <span className="soft">
        <code>{item.id}</code> has been erased
      </span>
    );
  return (
    <>
      {item.excerpt ? (
        <q>{item.excerpt}</q>
      ) : (
        <span className="soft">
          Hidden: your key lacks {item.scope && <Scope name={item.scope} />}
        </span>
      )}{" "}
      {item.file && (
        <span className="evidence-from">
          <FileName id={item.file} />
          {item.page ? `, page ${item.page}` : ""}
        </span>
      )}
    </>
  );
}
