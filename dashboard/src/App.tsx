// Every page and its address. `api/dashboard.py` names the same first segments.

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { AgentPage } from "./agents/AgentPage";
import { AgentsPage } from "./agents/AgentsPage";
import { NetworkPage } from "./agents/NetworkPage";
import { AuditPage } from "./audit/AuditPage";
import { ContextPage } from "./context/ContextPage";
import { CostsPage } from "./costs/CostsPage";
import { FilePage } from "./files/FilePage";
import { FilesPage } from "./files/FilesPage";
import { KeysPage } from "./keys/KeysPage";
import { DevicePage } from "./login/DevicePage";
import { ReferencePage } from "./reference/ReferencePage";
import { ComparePage } from "./runs/ComparePage";
import { NewRunPage } from "./runs/NewRunPage";
import { RunPage } from "./runs/RunPage";
import { RunsPage } from "./runs/RunsPage";
import { Problem } from "./shared/api";
import { Empty } from "./shared/feedback";
import { Page } from "./shared/Page";
import { Link, Routed } from "./shared/router";
import type { Pages } from "./shared/router";
import { useKey } from "./shared/session";
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
  "/audit": AuditPage,
  "/reference": ReferencePage,
  "/login": DevicePage,
};

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      // A refusal stays one; a server that is busy or away is asked again.
      retry: (failures, error) =>
        failures < 2 && error instanceof Problem && (error.status === 0 || error.status >= 500),
    },
  },
});

export function App() {
  const key = useKey();
  useEffect(() => {
    // What one key could see must not be shown to the next.
    if (key === null) client.clear();
  }, [key]);
  if (key === null) return <SignIn />;
  return (
    <QueryClientProvider client={client}>
      <Shell>
        <Routed pages={PAGES} otherwise={<NoPage />} />
      </Shell>
    </QueryClientProvider>
  );
}

function NoPage() {
  return (
    <Page title="Nothing at this address">
      <Empty title="There is no such page">
        <p>The link may be old, or mistyped.</p>
        <Link to="/runs" className="button">
          Go to runs
        </Link>
      </Empty>
    </Page>
  );
}
