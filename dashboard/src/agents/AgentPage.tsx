// One agent: its rules, its versions, its runs.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { patch, remove } from "../shared/api";
import type { Schema } from "../shared/api";
import { Button, Facts, Time } from "../shared/controls";
import { AskingButton } from "../shared/Dialog";
import { Empty, Found } from "../shared/feedback";
import { money } from "../shared/format";
import { Listed } from "../shared/lists";
import { Page, Section } from "../shared/Page";
import { Link, go, useParameter } from "../shared/router";
import { RunRows } from "../runs/RunRows";
import { AgentForm } from "./AgentForm";
import { Interpretation } from "./Interpretation";
import { useAgent, useAgentRuns } from "./queries";
import type { Agent } from "./queries";
import "./agents.css";

export function AgentPage() {
  const id = useParameter("id");
  const [version, setVersion] = useState<number | undefined>(undefined);
  const newest = useAgent(id);
  const shown = useAgent(id, version);
  if (newest.data)
    return (
      <OneAgent agent={shown.data ?? newest.data} newest={newest.data} onVersion={setVersion} />
    );
  return (
    <Page title="Agent" back={{ to: "/agents", name: "Agents" }}>
      <Found query={newest}>{() => null}</Found>
    </Page>
  );
}

function OneAgent({
  agent,
  newest,
  onVersion,
}: {
  agent: Agent;
  newest: Agent;
  onVersion: (version: number | undefined) => void;
}) {
  const [isChanging, setChanging] = useState(false);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (body: Schema<"ChangeAgent">) =>
      patch("/v1/agents/{id}", { path: { id: agent.id }, body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["agents"] });
      onVersion(undefined);
      setChanging(false);
    },
  });
  return (
    <Page
      title={agent.name}
      back={{ to: "/agents", name: "Agents" }}
      actions={
        <>
          <Link to={`/runs/new?who=${agent.id}`} className="button primary">
            Run
          </Link>
          {!isChanging && <Button onClick={() => setChanging(true)}>Edit</Button>}
          <DeleteAgent agent={newest} />
        </>
      }
    >
      <Facts
        facts={[
          ["Model", agent.model],
          ["Version", <Versions agent={agent} newest={newest} onVersion={onVersion} />],
          [
            "Budget",
            agent.budget
              ? `${money(agent.budget.amount, "").trim()} per ${agent.budget.period}`
              : "none",
          ],
          ["Created", <Time at={agent.created_at} />],
          ["Id", <code className="whole-id">{agent.id}</code>],
        ]}
      />
      {isChanging ? (
        <Section title="New version">
          <AgentForm
            agent={newest}
            action="Save as a new version"
            mutation={change}
            onClose={() => setChanging(false)}
          />
        </Section>
      ) : (
        <Section title="Instructions">
          <div className="card">
            <p className="instructions">{agent.instructions}</p>
            <Interpretation instructions={agent.instructions} />
          </div>
        </Section>
      )}
      <Section title="Runs">
        <Listed pages={useAgentRuns(agent.id)} empty={<Empty title="No runs yet" />}>
          {(runs) => <RunRows runs={runs} />}
        </Listed>
      </Section>
    </Page>
  );
}

function Versions({
  agent,
  newest,
  onVersion,
}: {
  agent: Agent;
  newest: Agent;
  onVersion: (version: number | undefined) => void;
}) {
  if (newest.version === 1) return <>1</>;
  return (
    <select
      aria-label="Version"
      value={agent.version}
      onChange={(event) => onVersion(Number(event.target.value))}
    >
      {Array.from({ length: newest.version }, (_, n) => newest.version - n).map((version) => (
        <option key={version} value={version}>
          {version === newest.version ? `${version} (latest)` : version}
        </option>
      ))}
    </select>
  );
}

function DeleteAgent({ agent }: { agent: Agent }) {
  const client = useQueryClient();
  const erase = useMutation({
    mutationFn: () => remove("/v1/agents/{id}", { path: { id: agent.id } }),
    onSuccess: async () => {
      go("/agents");
      await client.invalidateQueries({ queryKey: ["agents"] });
    },
  });
  return (
    <AskingButton
      name="Delete"
      title={`Delete ${agent.name}?`}
      action="Delete the agent"
      mutation={erase}
    >
      <p>The agent and all its versions are deleted. Its runs are kept.</p>
    </AskingButton>
  );
}
