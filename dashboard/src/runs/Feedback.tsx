// Whether a run was helpful: the one part of quality that only people know.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { post } from "../shared/api";
import { Button, Field, Time } from "../shared/controls";
import { Refusal } from "../shared/feedback";
import { Section } from "../shared/Page";
import { useFeedback, useMay } from "./queries";

type Rating = "up" | "down";

export function Feedback({ id }: { id: string }) {
  const given = useFeedback(id);
  const [isChanging, setChanging] = useState(false);
  const mayGive = useMay()("runs:write") !== false;
  if (given.isPending || (!given.data && !mayGive)) return null;
  return (
    <Section title="Feedback">
      {given.data && !isChanging ? (
        <div className="card feedback">
          <p>
            <strong>{given.data.rating === "up" ? "Helpful" : "Not helpful"}</strong>{" "}
            <span className="soft">
              <Time at={given.data.created_at} />
            </span>
          </p>
          {given.data.comment && <p className="feedback-comment">{given.data.comment}</p>}
          {mayGive && (
            <Button kind="quiet" onClick={() => setChanging(true)}>
              Change
            </Button>
          )}
        </div>
      ) : (
        <Form id={id} comment={given.data?.comment ?? ""} onDone={() => setChanging(false)} />
      )}
    </Section>
  );
}

function Form({
  id,
  comment: before,
  onDone,
}: {
  id: string;
  comment: string;
  onDone: () => void;
}) {
  const [comment, setComment] = useState(before);
  useEffect(() => setComment(before), [before]);
  const client = useQueryClient();
  const give = useMutation({
    mutationFn: (rating: Rating) =>
      post("/v1/runs/{id}/feedback", { path: { id }, body: { rating, comment: comment || null } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["run", id, "feedback"] });
      onDone();
    },
  });
  return (
    <form className="form" onSubmit={(event) => event.preventDefault()}>
      <Field label="Comment" hint="Optional. Erased with the run.">
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            maxLength={2000}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
      </Field>
      <div className="actions">
        <Button isBusy={give.isPending} onClick={() => give.mutate("up")}>
          Helpful
        </Button>
        <Button isBusy={give.isPending} onClick={() => give.mutate("down")}>
          Not helpful
        </Button>
      </div>
      {give.error && <Refusal error={give.error} />}
    </form>
  );
}
