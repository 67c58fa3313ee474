// What concerns every page: the server is away, or the project has no time zone of its own yet.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { patch } from "../shared/api";
import { useIsAway } from "../shared/connection";
import { Button } from "../shared/controls";
import { session, useWho } from "../shared/session";
import type { Who } from "../shared/session";

export function Notices() {
  const who = useWho();
  return (
    <>
      <Away />
      {who && <TimeZone who={who} />}
    </>
  );
}

function Away() {
  const isAway = useIsAway();
  const wasAway = useRef(false);
  const client = useQueryClient();
  useEffect(() => {
    if (wasAway.current && !isAway) void client.invalidateQueries();
    wasAway.current = isAway;
  }, [isAway, client]);
  return (
    <div role="status">
      {isAway && (
        <p className="notice away">
          <span className="spinner" aria-hidden="true" /> The server does not answer. This page
          updates as soon as it is back.
        </p>
      )}
    </div>
  );
}

const UNSET = "UTC";
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const settledIn = (project: string): string => `runwright.zone.${project}`;

/** Asked once for a project that still counts its days in UTC, though the browser does not. */
function TimeZone({ who }: { who: Who }) {
  const { project, key } = who;
  const [isSettled, setSettled] = useState(
    () => localStorage.getItem(settledIn(project.id)) !== null,
  );
  const client = useQueryClient();
  const settle = () => {
    localStorage.setItem(settledIn(project.id), here);
    setSettled(true);
  };
  const change = useMutation({
    mutationFn: () =>
      patch("/v1/projects/{id}", { path: { id: project.id }, body: { time_zone: here } }),
    onSuccess: async () => {
      settle();
      await session.look();
      await client.invalidateQueries();
    },
  });
  const isOpen = project.time_zone === UNSET && here !== UNSET && here !== "Etc/UTC";
  if (isSettled || !isOpen || !key.scopes.includes("projects:write")) return null;
  return (
    <div className="notice" role="region" aria-label="Time zone">
      <p>
        This project uses <strong>UTC</strong>; your browser is in <strong>{here}</strong>. The time
        zone decides what “today” and “last month” mean.
      </p>
      <div className="actions">
        <Button kind="primary" isBusy={change.isPending} onClick={() => change.mutate()}>
          Use {here}
        </Button>
        <Button kind="quiet" onClick={settle}>
          Keep UTC
        </Button>
      </div>
    </div>
  );
}
