// Every shortcut, on a sheet.

import { Button } from "../shared/controls";
import { Dialog } from "../shared/Dialog";
import { ALL_PLACES } from "./places";
import { MOD } from "./shortcuts";

const GENERAL: [string[], string][] = [
  [[`${MOD}K`], "Search pages, runs and actions"],
  [["n"], "New run"],
  [[`${MOD}Enter`], "Run what you have typed"],
  [["/"], "Go to the search field of this page"],
  [["?"], "Show this sheet"],
];

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="shortcuts">
        <Keys rows={GENERAL} />
        <Keys rows={ALL_PLACES.map(({ key = "", name }) => [["g", key], name])} />
      </div>
      <div className="actions end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

function Keys({ rows }: { rows: [string[], string][] }) {
  return (
    <dl>
      {rows.map(([keys, what]) => (
        <div key={what}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
