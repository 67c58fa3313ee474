// Which sentences of an agent's instructions it will follow, and which it will not.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { post } from "../shared/api";
import { Refusal } from "../shared/feedback";
import { useSettled } from "../shared/settled";

export function Interpretation({ instructions }: { instructions: string }) {
  const settled = useSettled(instructions.trim());
  const read = useQuery({
    queryKey: ["agents", "interpretation", settled],
    queryFn: ({ signal }) =>
      post("/v1/agents/interpret", { body: { instructions: settled }, signal }),
    enabled: settled !== "",
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  if (settled === "") return null;
  if (read.isError) return <Refusal error={read.error} />;
  if (!read.data) return <p className="field-hint">Reading the instructions…</p>;
  const { understood, ignored } = read.data;
  return (
    <div className="interpretation" role="status">
      <Chips title="Followed as rules" kind="understood" sentences={understood} />
      <Chips title="Not a rule" kind="ignored" sentences={ignored} />
      {ignored.length > 0 && (
        <p className="field-hint">
          Sentences that are not rules are ignored by the built-in engine. A language model receives
          them as text.
        </p>
      )}
    </div>
  );
}

function Chips({ title, kind, sentences }: { title: string; kind: string; sentences: string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className="chips">
      <p className="chips-title">{title}</p>
      <ul>
        {sentences.map((sentence, n) => (
          <li key={n} className={`chip ${kind}`}>
            {sentence}
          </li>
        ))}
      </ul>
    </div>
  );
}
