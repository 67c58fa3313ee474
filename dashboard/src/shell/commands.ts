// What the palette offers for what was typed.

import { useQuery } from "@tanstack/react-query";
import { get } from "../shared/api";
import { firstLine } from "../shared/format";
import { go } from "../shared/router";
import { session } from "../shared/session";
import { useSettled } from "../shared/settled";
import { THEMES, THEME_NAMES, useTheme } from "../shared/theme";
import { ALL_PLACES, NEW_RUN } from "./places";

export interface Command {
  id: string;
  name: string;
  kind: string;
  act: () => void;
}

const HOMES: Record<string, string> = {
  run: "/runs/",
  file: "/files/",
  ag: "/agents/",
  net: "/networks/",
  wh: "/webhooks/",
};

/** Half a word finds too much to be worth an entry of the audit log. */
const LEAST = 3;

export function useCommands(text: string, onHelp: () => void): Command[] {
  const typed = text.trim();
  const [, setTheme] = useTheme();
  const found = useRuns(useSettled(typed));
  const fixed: Command[] = [
    ...[NEW_RUN, ...ALL_PLACES].map(({ to, name }) => ({
      id: to,
      name,
      kind: "Page",
      act: () => go(to),
    })),
    { id: "docs", name: "Documentation", kind: "Page", act: () => location.assign("/docs") },
    { id: "help", name: "Keyboard shortcuts", kind: "Action", act: onHelp },
    ...THEMES.map((theme) => ({
      id: `theme ${theme}`,
      name: `Theme: ${THEME_NAMES[theme]}`,
      kind: "Action",
      act: () => setTheme(theme),
    })),
    { id: "out", name: "Sign out", kind: "Action", act: () => void session.leave() },
  ];
  const fitting = fixed.filter(({ name }) => fits(name, typed));
  return [...byId(typed), ...fitting, ...found];
}

/** Whether each word that was typed begins a word of the name. */
export function fits(name: string, typed: string): boolean {
  const words = name.toLowerCase().split(/[\s:]+/);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

function byId(typed: string): Command[] {
  const home = HOMES[/^([a-z]{2,5})_[0-9a-z]{26}$/.exec(typed)?.[1] ?? ""];
  if (!home) return [];
  return [{ id: typed, name: `Open ${typed}`, kind: "Id", act: () => go(home + typed) }];
}

function useRuns(q: string): Command[] {
  const runs = useQuery({
    queryKey: ["runs", "palette", q],
    queryFn: ({ signal }) =>
      get("/v1/runs", { query: { q, limit: 6, expand: ["request"] }, signal }),
    enabled: q.length >= LEAST,
    retry: false,
  });
  return (runs.data?.data ?? []).map((run) => ({
    id: run.id,
    name: firstLine(run.request?.prompt ?? run.result?.summary ?? run.id, 90),
    kind: "Run",
    act: () => go(`/runs/${run.id}`),
  }));
}
