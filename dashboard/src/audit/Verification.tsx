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
        Browsers offer cryptography only to pages that came over HTTPS or from this machine, so
        nothing can be verified here. <code>runwright audit verify</code> does it anywhere.
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
        <summary>Compare with a checkpoint that you have kept</summary>
        <Field
          label="Kept checkpoint"
          hint="A log that was rewritten from end to end, or put back, shows only against one that was kept elsewhere."
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
