// Questions that follow up on each other, and the next one.

import { useState } from "react";
import type { FormEvent } from "react";
import { Button, Time } from "../shared/controls";
import { Refusal } from "../shared/feedback";
import { firstLine } from "../shared/format";
import { Section } from "../shared/Page";
import { Link } from "../shared/router";
import { Markdown } from "./Markdown";
import { useAsk, useEarlier, useFollowers, useMay } from "./queries";
import { followUpOf } from "./request";
import { isSubmit, submitKeys } from "./keyboard";
import type { Run } from "./types";

/** What was asked and answered before this run. */
export function Earlier({ run }: { run: Run }) {
  const earlier = useEarlier(run);
  if (!run.request?.previous_run) return null;
  if (earlier.isError) return <Refusal error={earlier.error} />;
  return (
    <section className="conversation" aria-label="Earlier in this conversation">
      {earlier.data?.length === 0 && (
        <p className="soft">The run that this one follows up on was deleted.</p>
      )}
      {earlier.data?.map((turn) => (
        <Turn key={turn.id} run={turn} />
      ))}
      <p className="turn-asked">{run.request.prompt}</p>
    </section>
  );
}

function Turn({ run }: { run: Run }) {
  return (
    <div className="turn">
      <p className="turn-asked">
        <Link to={`/runs/${run.id}`}>{firstLine(run.request?.prompt ?? run.id, 400)}</Link>{" "}
        <span className="soft">
          <Time at={run.created_at} />
        </span>
      </p>
      <div className="turn-answer answer-text">
        <Markdown text={run.result?.summary ?? run.error?.message ?? `The run is ${run.status}.`} />
      </div>
    </div>
  );
}

/** What was asked about this run's answer, and a place to ask more. */
export function FollowUps({ run }: { run: Run }) {
  const followers = useFollowers(run.id, run.status !== "running");
  const [prompt, setPrompt] = useState("");
  const ask = useAsk();
  const submit = (event: Pick<FormEvent, "preventDefault">) => {
    event.preventDefault();
    if (prompt.trim() && !ask.isPending) ask.mutate(followUpOf(run, prompt));
  };
  const mayAsk = useMay()("runs:write") !== false && !run.parent;
  const turns = followers.data?.data ?? [];
  if (!mayAsk && turns.length === 0) return null;
  return (
    <Section title="Follow up">
      {turns.map((turn) => (
        <Turn key={turn.id} run={turn} />
      ))}
      {mayAsk && (
        <form className="form follow-up" onSubmit={submit}>
          <textarea
            aria-label="Ask a follow-up question"
            placeholder="Ask about this answer: “and in September?”"
            rows={2}
            maxLength={4000}
            value={prompt}
            onChange={(event) => setPrompt(event.target.value)}
            onKeyDown={(event) => {
              if (isSubmit(event)) submit(event);
            }}
          />
          <div className="actions">
            <Button
              type="submit"
              kind="primary"
              isBusy={ask.isPending}
              disabled={prompt.trim() === ""}
            >
              {ask.isPending ? "Working…" : "Ask"}
            </Button>
            <span className="soft keyboard-only">{submitKeys()}</span>
          </div>
          {ask.error && <Refusal error={ask.error} />}
        </form>
      )}
    </Section>
  );
}
