// Every page and its address. `api/dashboard.py` names the same first segments.

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AgentPage } from "./agents/AgentPage";
import { AgentsPage } from "./agents/AgentsPage";
import { NetworkPage } from "./agents/NetworkPage";
import { AuditPage } from "./audit/AuditPage";
import { ContextPage } from "./context/ContextPage";
import { CostsPage } from "./costs/CostsPage";
import { EventsPage } from "./events/EventsPage";
import { FilePage } from "./files/FilePage";
import { FilesPage } from "./files/FilesPage";
import { KeysPage } from "./keys/KeysPage";
import { DevicePage } from "./login/DevicePage";
import { ReferencePage } from "./reference/ReferencePage";
import { ComparePage } from "./runs/ComparePage";
import { NewRunPage } from "./runs/NewRunPage";
import { RunPage } from "./runs/RunPage";
import { RunsPage } from "./runs/RunsPage";
import { SettingsPage } from "./settings/SettingsPage";
import { Problem } from "./shared/api";
import { Empty, Loading } from "./shared/feedback";
import { Page } from "./shared/Page";
import { Link, Routed } from "./shared/router";
import type { Pages } from "./shared/router";
import { session, useSession } from "./shared/session";
import { Shell } from "./shell/Shell";
import { SignIn } from "./shell/SignIn";
import { WebhookPage } from "./webhooks/WebhookPage";
import { WebhooksPage } from "./webhooks/WebhooksPage";

const PAGES: Pages = {
  "/": RunsPage,
  "/runs": RunsPage,
  "/runs/new": NewRunPage,
  "/runs/compare": ComparePage,
  "/runs/:id": RunPage,
  "/files": FilesPage,
  "/files/:id": FilePage,
  "/context": ContextPage,
  "/agents": AgentsPage,
  "/agents/:id": AgentPage,
  "/networks/:id": NetworkPage,
  "/costs": CostsPage,
  "/keys": KeysPage,
  "/webhooks": WebhooksPage,
  "/webhooks/:id": WebhookPage,
  "/events": EventsPage,
  "/audit": AuditPage,
  "/settings": SettingsPage,
  "/reference": ReferencePage,
  "/login": DevicePage,
};

const client = new QueryClient({
  defaultOptions: {
    // The server may be on this very machine: a browser that is offline can still reach it.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      staleTime: 2000,
      // A refusal stays one; a server that is busy or away is asked again.
      retry: (failures, error) =>
        failures < 2 && error instanceof Problem && (error.status === 0 || error.status >= 500),
    },
  },
});

let shownTo: string | null = null;
// What one key could see must not be shown to the next.
session.subscribe(() => {
  const state = session.current();
  const key = state.is === "in" ? state.who.key.id : null;
  if (key !== shownTo) client.clear();
  shownTo = key;
});

export function App() {
  const state = useSession();
  if (state.is === "unknown") return <Opening />;
  if (state.is === "out") return <SignIn reason={state.reason} />;
  return (
    <QueryClientProvider client={client}>
      <Shell key={state.who.key.id}>
        <Routed pages={PAGES} otherwise={<NoPage />} />
      </Shell>
    </QueryClientProvider>
  );
}

function Opening() {
  return (
    <main className="sign-in" aria-busy="true">
      <h1 className="unseen">Runwright</h1>
      <Loading what="Opening the dashboard" />
    </main>
  );
}

function NoPage() {
  return (
    <Page title="Page not found">
      <Empty title="There is no page at this address">
        <p>The link may be outdated or mistyped.</p>
        <Link to="/runs" className="button">
          Go to runs
        </Link>
      </Empty>
    </Page>
  );
}
