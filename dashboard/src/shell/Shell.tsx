// What stands around every page: where one can go, the theme, signing out.

import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Choice } from "../shared/controls";
import { Link, useAddress } from "../shared/router";
import { session } from "../shared/session";
import { THEMES, useTheme } from "../shared/theme";
import { Mark } from "./Mark";
import { useLiveUpdates } from "./live";

const PLACES: { title: string; links: [string, string][] }[] = [
  {
    title: "Work",
    links: [
      ["/runs", "Runs"],
      ["/agents", "Agents"],
      ["/files", "Files"],
      ["/context", "Context"],
    ],
  },
  {
    title: "Record",
    links: [
      ["/costs", "Costs and quality"],
      ["/audit", "Audit log"],
    ],
  },
  {
    title: "Connect",
    links: [
      ["/keys", "Keys"],
      ["/webhooks", "Webhooks"],
      ["/reference", "API reference"],
    ],
  },
];

const THEME_NAMES = { system: "Auto", light: "Light", dark: "Dark" };

export function Shell({ children }: { children: ReactNode }) {
  const path = useAddress().pathname;
  const [isOpen, setOpen] = useState(false);
  useLiveUpdates();
  useEffect(() => {
    setOpen(false);
    if (location.hash === "") scrollTo(0, 0);
  }, [path]);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="top-bar">
        <Link to="/runs" className="brand">
          <Mark /> Runwright
        </Link>
        <button
          type="button"
          className="button menu"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </button>
      </header>
      <nav id="navigation" className={isOpen ? "side open" : "side"} aria-label="Pages">
        <Link to="/runs" className="brand">
          <Mark /> Runwright
        </Link>
        <Link to="/runs/new" className="button primary new-run">
          New run
        </Link>
        {PLACES.map(({ title, links }) => (
          <div key={title} className="places">
            <p>{title}</p>
            <ul>
              {links.map(([to, name]) => (
                <li key={to}>
                  <Link to={to} aria-current={isHere(path, to) ? "page" : undefined}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <SideFoot />
      </nav>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function SideFoot() {
  const [theme, setTheme] = useTheme();
  return (
    <div className="side-foot">
      <Choice
        label="Theme"
        options={THEMES.map((value) => ({ value, name: THEME_NAMES[value] }))}
        value={theme}
        onChange={setTheme}
      />
      <button type="button" className="button quiet" onClick={() => session.end()}>
        Sign out
      </button>
    </div>
  );
}

function isHere(path: string, to: string): boolean {
  if (to === "/runs" && path === "/") return true;
  if (to === "/agents" && path.startsWith("/networks")) return true;
  return path === to || path.startsWith(`${to}/`);
}
