// What ids stand for: the names of keys, agents, networks and files, as far as the key may see them.

import { useQuery } from "@tanstack/react-query";
import { get } from "./api";
import { shortId } from "./format";
import { useWho } from "./session";

const FRESH_MS = 60_000;
const MOST = 100;

type Named = [id: string, name: string];

/** One list of names; each is an entry of the audit log, so it is kept for a while. */
function useNamed(
  noun: string,
  isWanted: boolean,
  fetch: (signal: AbortSignal) => Promise<Named[]>,
) {
  return useQuery({
    queryKey: [noun, "names"],
    queryFn: ({ signal }) => fetch(signal),
    staleTime: FRESH_MS,
    enabled: isWanted,
  }).data;
}

/** Every key that can be named, or none for a key that may not list them. */
export function useKeyList(): Named[] {
  const mayList = useWho()?.key.scopes.includes("keys:read") ?? false;
  return useNamed("keys", mayList, keysIn) ?? [];
}

async function keysIn(signal: AbortSignal): Promise<Named[]> {
  const page = await get("/v1/keys", { query: { limit: MOST }, signal });
  return page.data.map(({ id, name }): Named => [id, name]);
}

/** A thing's name by its id, or a short form of the id. */
export function useNames(nouns: readonly ("keys" | "agents" | "files")[]): (id: string) => string {
  const who = useWho();
  const query = { limit: MOST };
  const may = (noun: "keys" | "agents" | "files" | "networks") =>
    who?.key.scopes.includes(`${noun}:read`) ?? false;
  const keys = useNamed("keys", nouns.includes("keys") && may("keys"), keysIn);
  const agents = useNamed("agents", nouns.includes("agents") && may("agents"), async (signal) =>
    (await get("/v1/agents", { query, signal })).data.map((each): Named => [each.id, each.name]),
  );
  const networks = useNamed(
    "networks",
    nouns.includes("agents") && may("networks"),
    async (signal) =>
      (await get("/v1/networks", { query, signal })).data.map((each): Named => [
        each.id,
        each.name,
      ]),
  );
  const files = useNamed("files", nouns.includes("files") && may("files"), async (signal) =>
    (await get("/v1/files", { query, signal })).data.map((each): Named => [each.id, each.filename]),
  );
  const own: Named[] = who
    ? [
        [who.key.id, who.key.name],
        [who.project.id, who.project.name],
      ]
    : [];
  const names = new Map([keys, agents, networks, files, own].flatMap((each) => each ?? []));
  return (id) => names.get(id) ?? shortId(id);
}
