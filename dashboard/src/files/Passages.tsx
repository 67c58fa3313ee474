// The text of a document in passages, each below its headings, with its page and who speaks.

import { clock, count } from "../shared/format";
import { Shortened } from "../shared/lists";
import { Section } from "../shared/Page";
import type { RecordOf } from "./queries";
import { written } from "./when";

type Passage = RecordOf<"passage">;

export function Passages({ records }: { records: Passage[] }) {
  const isPaged = records.some((record) => (record.page ?? 1) > 1);
  return (
    <Section title="Text" aside={<span className="soft">{count(records.length, "passage")}</span>}>
      <Shortened items={records} one="passage">
        {(shown) => (
          <ol className="card passages">
            {shown.map((record, n) => (
              <li key={n}>
                <PassageText record={record} before={shown[n - 1]} isPaged={isPaged} />
              </li>
            ))}
          </ol>
        )}
      </Shortened>
    </Section>
  );
}

interface Properties {
  record: Passage;
  before?: Passage;
  /** Whether there is more than one page to tell apart. */
  isPaged: boolean;
}

function PassageText({ record, before, isPaged }: Properties) {
  const path = record.facts.headings ?? [];
  const isNew = path.join("\n") !== before?.facts.headings?.join("\n");
  const about = aboutOf(record, isPaged);
  return (
    <>
      {path.length > 0 && isNew && (
        <h3>
          {path.slice(0, -1).map((name, n) => (
            <span key={n} className="soft">
              {name} ›{" "}
            </span>
          ))}
          {path.at(-1)}
        </h3>
      )}
      {about && <p className="soft about">{about}</p>}
      <p className="passage">{record.text}</p>
    </>
  );
}

/** "Page 3, Ana Lopes, Mon 5 Jan 2026, 1:05–1:40" */
export function aboutOf({ page, facts }: Passage, isPaged: boolean): string {
  const speakers = facts.speaker ? [facts.speaker] : facts.turns?.map((turn) => turn.speaker);
  const heard = [facts.start, facts.end].flatMap((seconds) => seconds ?? []);
  const parts = [
    isPaged && page !== null && `Page ${page}`,
    ...new Set(speakers),
    facts.said && written(facts.said),
    heard.map(clock).join("–"),
  ];
  return parts.filter(Boolean).join(", ");
}
