// What stands around every page: where one can go, who is signed in, what is wrong.

import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Choice } from "../shared/controls";
import { Link, useAddress } from "../shared/router";
import { session, useWho } from "../shared/session";
import { THEMES, THEME_NAMES, useTheme } from "../shared/theme";
import { Mark } from "./Mark";
import { Notices } from "./Notices";
import { Palette } from "./Palette";
import { ShortcutHelp } from "./ShortcutHelp";
import { useLiveUpdates } from "./live";
import { NEW_RUN, PLACES, isHere } from "./places";
import { MOD, useShortcuts } from "./shortcuts";

export function Shell({ children }: { children: ReactNode }) {
  const path = useAddress().pathname;
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<"palette" | "help" | null>(null);
  useLiveUpdates();
  useShortcuts(setShown);
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
        <div className="side-top">
          <Link
            to={NEW_RUN.to}
            className="button primary new-run"
            aria-current={path === NEW_RUN.to ? "page" : undefined}
          >
            New run
          </Link>
          <button type="button" className="palette-button" onClick={() => setShown("palette")}>
            Search <kbd>{MOD}K</kbd>
          </button>
        </div>
        <Navigation path={path} />
        <SideFoot onHelp={() => setShown("help")} />
      </nav>
      <main id="content" tabIndex={-1}>
        <Notices />
        {children}
      </main>
      {shown === "palette" && (
        <Palette onClose={() => setShown(null)} onHelp={() => setShown("help")} />
      )}
      {shown === "help" && <ShortcutHelp onClose={() => setShown(null)} />}
    </div>
  );
}

function Navigation({ path }: { path: string }) {
  return PLACES.map(({ title, places }) => (
    <div key={title} className="places">
      <p>{title}</p>
      <ul>
        {places.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} aria-current={isHere(path, to) ? "page" : undefined}>
              {name}
            </Link>
          </li>
        ))}
        {title === "Connect" && (
          <li>
            <a href="/docs">Documentation</a>
          </li>
        )}
      </ul>
    </div>
  ));
}

function SideFoot({ onHelp }: { onHelp: () => void }) {
  const [theme, setTheme] = useTheme();
  return (
    <div className="side-foot">
      <Identity />
      <Choice
        label="Theme"
        options={THEMES.map((value) => ({ value, name: THEME_NAMES[value] }))}
        value={theme}
        onChange={setTheme}
      />
      <div className="side-actions">
        <button type="button" className="button quiet" onClick={() => void session.leave()}>
          Sign out
        </button>
        <button type="button" className="button quiet" onClick={onHelp}>
          Shortcuts
        </button>
      </div>
    </div>
  );
}

/** Which project, with which key, on which version, in which time zone. */
function Identity() {
  const who = useWho();
  if (who === null) return null;
  return (
    <dl className="identity">
      <div>
        <dt>Project</dt>
        <dd>
          <Link to="/settings">{who.project.name}</Link>
        </dd>
      </div>
      <div>
        <dt>Time zone</dt>
        <dd>{who.project.time_zone}</dd>
      </div>
      <div>
        <dt>Key</dt>
        <dd>{who.key.name}</dd>
      </div>
      <div>
        <dt>Version</dt>
        <dd>{who.service}</dd>
      </div>
    </dl>
  );
}
