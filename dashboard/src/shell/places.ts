// Where one can go, for the sidebar, the palette and the shortcuts.

export interface Place {
  to: string;
  name: string;
  /** The key that goes there after `g`. */
  key?: string;
}

export const PLACES: { title: string; places: Place[] }[] = [
  {
    title: "Work",
    places: [
      { to: "/runs", name: "Runs", key: "r" },
      { to: "/agents", name: "Agents", key: "a" },
      { to: "/files", name: "Files", key: "f" },
      { to: "/context", name: "Context", key: "c" },
    ],
  },
  {
    title: "Record",
    places: [
      { to: "/costs", name: "Costs and quality", key: "q" },
      { to: "/events", name: "Events", key: "e" },
      { to: "/audit", name: "Audit log", key: "l" },
    ],
  },
  {
    title: "Connect",
    places: [
      { to: "/keys", name: "Keys", key: "k" },
      { to: "/webhooks", name: "Webhooks", key: "w" },
      { to: "/settings", name: "Project settings", key: "s" },
      { to: "/reference", name: "API reference", key: "d" },
    ],
  },
];

export const ALL_PLACES = PLACES.flatMap((group) => group.places);
export const NEW_RUN: Place = { to: "/runs/new", name: "New run", key: "n" };

/** Whether the page at a path belongs to a place in the sidebar. */
export function isHere(path: string, to: string): boolean {
  if (path === "/runs/new") return false;
  if (to === "/runs" && path === "/") return true;
  if (to === "/agents" && path.startsWith("/networks")) return true;
  return path === to || path.startsWith(`${to}/`);
}
