// Where the page begins: theme, a key from the first-start link, then the application.

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { session, takeKeyFromAddress } from "./shared/session";
import { applyTheme, storedTheme } from "./shared/theme";
import "./shared/base.css";
import "./shared/controls.css";
import "./shared/signs.css";
import "./shell/shell.css";

applyTheme(storedTheme());
if (!signInByLink()) void session.look();
// The link may also be opened in a tab that shows the dashboard already.
addEventListener("hashchange", signInByLink);

function signInByLink(): boolean {
  const key = takeKeyFromAddress();
  if (key) void session.beginByLink(key);
  return key !== null;
}

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
