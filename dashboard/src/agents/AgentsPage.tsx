// Agents, and networks of them.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../shared/api";
import type { Schema } from "../shared/api";
import { Button } from "../shared/controls";
import { Empty } from "../shared/feedback";
import { count, firstLine } from "../shared/format";
import { Listed } from "../shared/lists";
import { Page, Section } from "../shared/Page";
import { Link, go } from "../shared/router";
import { AgentForm } from "./AgentForm";
import { NetworkForm } from "./NetworkForm";
import { useAgents, useNetworks } from "./queries";
import { STRATEGIES } from "./words";
import "./agents.css";

export function AgentsPage() {
  const [making, setMaking] = useState<"agent" | "network" | null>(null);
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: (body: Schema<"CreateAgent">) => post("/v1/agents", { body }),
    onSuccess: async (agent) => {
      await client.invalidateQueries({ queryKey: ["agents"] });
      go(`/agents/${agent.id}`);
    },
  });
  return (
    <Page
      title="Agents"
      lead="An agent is a named set of rules. Every run records the version that answered."
      actions={
        making === null && (
          <>
            <Button onClick={() => setMaking("network")}>New network</Button>
            <Button kind="primary" onClick={() => setMaking("agent")}>
              New agent
            </Button>
          </>
        )
      }
    >
      {making === "agent" && (
        <Section title="New agent">
          <AgentForm action="Create agent" mutation={make} onClose={() => setMaking(null)} />
        </Section>
      )}
      {making === "network" && (
        <Section title="New network">
          <NetworkForm onClose={() => setMaking(null)} />
        </Section>
      )}
      <AgentCards />
      <NetworkCards />
    </Page>
  );
}

function AgentCards() {
  return (
    <Listed
      pages={useAgents()}
      empty={
        <Empty title="No agents yet">
          <p>
            Create one for questions you ask often: “Only use finance. Leave out transfers. Answer
            in one short sentence.”
          </p>
        </Empty>
      }
    >
      {(agents) => (
        <ul className="cards plain">
          {agents.map((agent) => (
            <li key={agent.id}>
              <Link to={`/agents/${agent.id}`} className="card agent-card">
                <h2>{agent.name}</h2>
                <p>{firstLine(agent.instructions, 160)}</p>
                <p className="soft">
                  {agent.model}, version {agent.version}
                </p>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Listed>
  );
}

function NetworkCards() {
  return (
    <Section title="Networks">
      <Listed
        pages={useNetworks()}
        empty={
          <Empty title="No networks yet">In a network, several agents answer one question.</Empty>
        }
      >
        {(networks) => (
          <ul className="cards plain">
            {networks.map((network) => (
              <li key={network.id}>
                <Link to={`/networks/${network.id}`} className="card agent-card">
                  <h3>{network.name}</h3>
                  <p>{STRATEGIES[network.strategy].about}</p>
                  <p className="soft">
                    {count(network.agents.length, "agent")}, at most{" "}
                    {count(network.max_steps, "step")}
                  </p>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </Section>
  );
}
