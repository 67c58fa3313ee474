// Creating a network: which agents, in which order, and how they work together.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Problem, post } from "../shared/api";
import { Button, Choice, Field, Ticks } from "../shared/controls";
import { Refusal } from "../shared/feedback";
import { go } from "../shared/router";
import { useAgents } from "./queries";
import type { Network } from "./queries";
import { STRATEGIES } from "./words";

export function NetworkForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [agents, setAgents] = useState<string[]>([]);
  const [strategy, setStrategy] = useState<Network["strategy"]>("parallel");
  const known = useAgents();
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: () => post("/v1/networks", { body: { name, agents, strategy } }),
    onSuccess: async (network) => {
      await client.invalidateQueries({ queryKey: ["networks"] });
      go(`/networks/${network.id}`);
    },
  });
  const problem = make.error instanceof Problem ? make.error : null;
  const options = known.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <form
      className="form card"
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
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
      <Ticks
        legend="Agents"
        hint="They are numbered in the order in which you select them."
        options={options.map((agent) => ({
          value: agent.id,
          name: agents.includes(agent.id)
            ? `${agents.indexOf(agent.id) + 1}. ${agent.name}`
            : agent.name,
        }))}
        chosen={agents}
        onChange={setAgents}
      />
      <div className="field">
        <span className="choice-legend">Strategy</span>
        <Choice
          label="Strategy"
          options={Object.entries(STRATEGIES).map(([value, { name }]) => ({
            value: value as Network["strategy"],
            name,
          }))}
          value={strategy}
          onChange={setStrategy}
        />
        <p className="field-hint">{STRATEGIES[strategy].about}</p>
      </div>
      {make.error && <Refusal error={make.error} />}
      <div className="actions">
        <Button
          type="submit"
          kind="primary"
          isBusy={make.isPending}
          disabled={!name || agents.length === 0}
        >
          Create network
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
