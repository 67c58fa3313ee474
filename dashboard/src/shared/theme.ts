// Light, dark, or as the system has it; remembered in this browser.

import { useState } from "react";

const STORED = "runwright.theme";
export const THEMES = ["system", "light", "dark"] as const;
export const THEME_NAMES = { system: "Auto", light: "Light", dark: "Dark" };
export type Theme = (typeof THEMES)[number];

export function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return THEMES.find((theme) => theme === stored) ?? "system";
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, set] = useState(storedTheme);
  const choose = (next: Theme) => {
    localStorage.setItem(STORED, next);
    applyTheme(next);
    set(next);
  };
  return [theme, choose];
}
