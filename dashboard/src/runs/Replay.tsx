// Doing a run again on the server, and comparing the bytes.

import { Button } from "../shared/controls";
import { Refusal } from "../shared/feedback";
import { useReplay } from "./queries";
import type { Replay as Verdict } from "./types";

export function Replay({ id }: { id: string }) {
  const replay = useReplay(id);
  return (
    <div className="replay">
      <Button isBusy={replay.isPending} onClick={() => replay.mutate()}>
        {replay.isPending ? "Replaying…" : "Replay and compare"}
      </Button>
      <div role="status">{replay.data && <Outcome verdict={replay.data} />}</div>
      {replay.error && <Refusal error={replay.error} />}
    </div>
  );
}

function Outcome({ verdict }: { verdict: Verdict }) {
  if (verdict.identical === null)
    return <p className="soft">This cannot be proved: {verdict.reason}</p>;
  const facts = verdict.identical ? verdict.compared : verdict.differences;
  return (
    <>
      <p className={verdict.identical ? "verdict good" : "verdict bad"}>
        {verdict.identical ? "Identical" : "Different"}
      </p>
      <p className="soft">
        {verdict.identical
          ? "The server ran it again and got the same bytes:"
          : "The server ran it again, and these differ:"}
      </p>
      <dl className="step-values">
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd>
              <code>{fact.value}</code>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
