// The verify button, and what it found.

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Field } from "../shared/controls";
import { Refusal } from "../shared/feedback";
import { saveBlob } from "../shared/save";
import { canCheck } from "./proofs";
import type { AuditEntry, Finding } from "./proofs";
import { verifyLog } from "./verify";

export function useVerification(entries: AuditEntry[]) {
  return useMutation({ mutationFn: (older: string) => verifyLog(entries, older) });
}

type Verifying = ReturnType<typeof useVerification>;

export function Verification({ verification }: { verification: Verifying }) {
  const [older, setOlder] = useState("");
  const verdict = verification.data;
  if (!canCheck())
    return (
      <p className="card">
        Browsers offer cryptography only over HTTPS or on the server’s own machine, so the log
        cannot be verified here. <code>runwright audit verify</code> works anywhere.
      </p>
    );
  return (
    <div className="card verification">
      <div className="actions">
        <Button
          kind="primary"
          isBusy={verification.isPending}
          onClick={() => verification.mutate(older)}
        >
          {verification.isPending ? "Verifying…" : "Verify in this browser"}
        </Button>
        {verdict && (
          <Button onClick={() => saveBlob(new Blob([verdict.note]), "checkpoint.note")}>
            Save the checkpoint
          </Button>
        )}
      </div>
      <details>
        <summary>Compare with a checkpoint you saved earlier</summary>
        <Field
          label="Saved checkpoint"
          hint="Only a checkpoint kept elsewhere reveals a log that was rewritten completely or rolled back."
        >
          {(attributes) => (
            <textarea
              {...attributes}
              spellCheck={false}
              value={older}
              onChange={(event) => setOlder(event.target.value)}
            />
          )}
        </Field>
      </details>
      {verification.error && <Refusal error={verification.error} />}
      {verdict && <Findings findings={verdict.findings} />}
      {verdict && (
        <p className="soft verifier">
          Verifier key <code>{verdict.verifierKey}</code>
        </p>
      )}
    </div>
  );
}

export function Findings({ findings }: { findings: Finding[] }) {
  return (
    <ul className="findings" role="status">
      {findings.map((finding) => (
        <li key={finding.says} className={finding.isGood ? "good" : "bad"}>
          <span aria-hidden="true">{finding.isGood ? "✓" : "✗"}</span>
          <span>
            <span className="unseen">{finding.isGood ? "Holds: " : "Does not hold: "}</span>
            {finding.says}
          </span>
        </li>
      ))}
    </ul>
  );
}
