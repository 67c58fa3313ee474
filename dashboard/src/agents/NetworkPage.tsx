// One network: who is in it, how they work, what they have run.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { remove } from "../shared/api";
import { Facts, Time } from "../shared/controls";
import { AskingButton } from "../shared/Dialog";
import { Empty, Found } from "../shared/feedback";
import { Listed } from "../shared/lists";
import { Page, Section } from "../shared/Page";
import { Link, go, useParameter } from "../shared/router";
import { RunRows } from "../runs/RunRows";
import { useAgent, useNetwork, useNetworkRuns } from "./queries";
import type { Network } from "./queries";
import { STRATEGIES } from "./words";
import "./agents.css";

export function NetworkPage() {
  const network = useNetwork(useParameter("id"));
  if (network.data) return <OneNetwork network={network.data} />;
  return (
    <Page title="Network" back={{ to: "/agents", name: "Agents" }}>
      <Found query={network}>{() => null}</Found>
    </Page>
  );
}

function OneNetwork({ network }: { network: Network }) {
  return (
    <Page
      title={network.name}
      lead={STRATEGIES[network.strategy].about}
      back={{ to: "/agents", name: "Agents" }}
      actions={
        <>
          <Link to={`/runs/new?who=${network.id}`} className="button primary">
            Run
          </Link>
          <DeleteNetwork network={network} />
        </>
      }
    >
      <Facts
        facts={[
          ["Strategy", STRATEGIES[network.strategy].name],
          ["Steps", `at most ${network.max_steps} in total`],
          ["Created", <Time at={network.created_at} />],
          ["Id", <code className="whole-id">{network.id}</code>],
        ]}
      />
      <Section title="Agents">
        <ol className="members">
          {network.agents.map((id) => (
            <li key={id}>
              <Member id={id} />
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Runs">
        <Listed pages={useNetworkRuns(network.id)} empty={<Empty title="No runs yet" />}>
          {(runs) => <RunRows runs={runs} />}
        </Listed>
      </Section>
    </Page>
  );
}

function Member({ id }: { id: string }) {
  const agent = useAgent(id);
  return <Link to={`/agents/${id}`}>{agent.data?.name ?? id}</Link>;
}

function DeleteNetwork({ network }: { network: Network }) {
  const client = useQueryClient();
  const erase = useMutation({
    mutationFn: () => remove("/v1/networks/{id}", { path: { id: network.id } }),
    onSuccess: async () => {
      go("/agents");
      await client.invalidateQueries({ queryKey: ["networks"] });
    },
  });
  return (
    <AskingButton
      name="Delete"
      title={`Delete ${network.name}?`}
      action="Delete the network"
      mutation={erase}
    >
      <p>Its agents and its runs are kept.</p>
    </AskingButton>
  );
}
