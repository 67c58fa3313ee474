// Saying whether a run was good: the one part of quality that only people know.

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../shared/api";
import { Button, Field } from "../shared/controls";
import { Refusal } from "../shared/feedback";
import { Section } from "../shared/Page";

type Rating = "up" | "down";

export function Feedback({ id }: { id: string }) {
  const [comment, setComment] = useState("");
  const give = useMutation({
    mutationFn: (rating: Rating) =>
      post("/v1/runs/{id}/feedback", { path: { id }, body: { rating, comment: comment || null } }),
  });
  return (
    <Section title="Was it good?">
      <form className="form" onSubmit={(event) => event.preventDefault()}>
        <Field label="Comment" hint="Not needed. It is erased with the run.">
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              maxLength={1000}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
        <div className="actions">
          <Button isBusy={give.isPending} onClick={() => give.mutate("up")}>
            It was good
          </Button>
          <Button isBusy={give.isPending} onClick={() => give.mutate("down")}>
            It was not
          </Button>
          <span role="status" className="soft">
            {give.data ? `Noted: ${give.data.rating === "up" ? "good" : "not good"}.` : ""}
          </span>
        </div>
        {give.error && <Refusal error={give.error} />}
      </form>
    </Section>
  );
}
