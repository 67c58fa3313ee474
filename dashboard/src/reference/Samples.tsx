// The same call as a command and as a program; the choice holds for all calls.

import { useSyncExternalStore } from "react";
import { Choice } from "../shared/controls";
import { Code } from "./Code";
import type { Sample } from "./document";

const STORED = "runwright.sample";
const CHANGED = "runwright:sample";

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
}

function choose(label: string): void {
  localStorage.setItem(STORED, label);
  dispatchEvent(new Event(CHANGED));
}

export function Samples({ samples }: { samples: Sample[] }) {
  const wanted = useSyncExternalStore(subscribe, () => localStorage.getItem(STORED));
  const sample = samples.find(({ label }) => label === wanted) ?? samples[0];
  if (!sample) return null;
  const options = samples.map(({ label }) => ({ value: label, name: label }));
  const choice = (
    <Choice label="Language" options={options} value={sample.label} onChange={choose} />
  );
  return <Code title={choice} text={sample.source} />;
}
