// The receipt of something that was erased, looked up by its id and verified here.

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { get } from "../shared/api";
import { Button, Facts, Field } from "../shared/controls";
import { Refusal } from "../shared/feedback";
import { moment } from "../shared/format";
import { Findings } from "./Verification";
import { canCheck, checkReceipt } from "./proofs";

async function lookUp(id: string) {
  const receipt = await get("/v1/erasures/{id}", { path: { id } });
  return { receipt, findings: canCheck() ? await checkReceipt(receipt) : [] };
}

export function Receipt() {
  const [id, setId] = useState("");
  const found = useMutation({ mutationFn: () => lookUp(id.trim()) });
  const receipt = found.data?.receipt;
  return (
    <form
      className="receipt"
      onSubmit={(event) => {
        event.preventDefault();
        found.mutate();
      }}
    >
      <div className="filters">
        <div className="grow field">
          <Field label="Id of the erased run or file">
            {(attributes) => (
              <input
                {...attributes}
                type="search"
                placeholder="run_… or file_…"
                value={id}
                onChange={(event) => setId(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" isBusy={found.isPending} disabled={id.trim() === ""}>
          Look up
        </Button>
      </div>
      {found.error && <Refusal error={found.error} />}
      {receipt && (
        <div className="card receipt-card">
          <Facts
            facts={[
              ["Erased", receipt.what],
              ["When", moment(receipt.at)],
              ["Audit entry", receipt.audit_seq],
              ...Object.entries(receipt.counts).map(([kind, many]): [string, number] => [
                kind.replaceAll("_", " "),
                many,
              ]),
            ]}
          />
          <Findings findings={found.data?.findings ?? []} />
        </div>
      )}
    </form>
  );
}
