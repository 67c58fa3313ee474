// Creating an agent, or a new version of one.

import { useState } from "react";
import { Problem } from "../shared/api";
import type { Schema } from "../shared/api";
import { Button, Field } from "../shared/controls";
import { Refusal } from "../shared/feedback";
import { useModels } from "../runs/queries";
import { Interpretation } from "./Interpretation";
import type { Agent } from "./queries";

type Body = Schema<"CreateAgent">;

interface Properties {
  agent?: Agent;
  action: string;
  mutation: { mutate: (body: Body) => void; isPending: boolean; error: unknown };
  onClose: () => void;
}

export function AgentForm({ agent, action, mutation, onClose }: Properties) {
  const [name, setName] = useState(agent?.name ?? "");
  const [instructions, setInstructions] = useState(agent?.instructions ?? "");
  const [model, setModel] = useState(agent?.model ?? "auto");
  const [amount, setAmount] = useState(agent?.budget?.amount ?? "");
  const [period, setPeriod] = useState<"day" | "month">(agent?.budget?.period ?? "day");
  const models = useModels();
  const problem = mutation.error instanceof Problem ? mutation.error : null;
  const names = models.data?.data
    .filter((each) => each.family !== "vision")
    .map((each) => each.id) ?? [model];
  return (
    <form
      className="form card"
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate({
          name,
          instructions,
          model,
          budget: amount ? { amount, period } : null,
        });
      }}
    >
      <div className="form-row">
        <Field label="Name" error={problem?.field("name")}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              required
              autoFocus
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Model"
          hint="auto chooses a model for each question"
          error={problem?.field("model")}
        >
          {(attributes) => (
            <select
              {...attributes}
              value={model}
              onChange={(event) => setModel(event.target.value)}
            >
              {[...new Set(["auto", model, ...names])].map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Field
        label="Instructions"
        hint="Rules: which sources to use, what to leave out, what not to mention, how to format the answer."
        error={problem?.field("instructions")}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            required
            placeholder="Only use finance. Leave out transfers. Answer in one short sentence."
            value={instructions}
            onChange={(event) => setInstructions(event.target.value)}
          />
        )}
      </Field>
      <Interpretation instructions={instructions} />
      <div className="form-row">
        <Field label="Budget" hint="Optional" error={problem?.field("budget.amount")}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              inputMode="decimal"
              placeholder="0.50"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
          )}
        </Field>
        <Field label="Per">
          {(attributes) => (
            <select
              {...attributes}
              value={period}
              onChange={(event) => setPeriod(event.target.value as "day" | "month")}
            >
              <option>day</option>
              <option>month</option>
            </select>
          )}
        </Field>
      </div>
      {mutation.error ? <Refusal error={mutation.error} /> : null}
      <div className="actions">
        <Button
          type="submit"
          kind="primary"
          isBusy={mutation.isPending}
          disabled={!name || !instructions}
        >
          {action}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
