// The command palette: pages, actions and runs, found by typing.

import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { Dialog } from "../shared/Dialog";
import { useCommands } from "./commands";
import type { Command } from "./commands";

interface Properties {
  onClose: () => void;
  onHelp: () => void;
}

export function Palette({ onClose, onHelp }: Properties) {
  const [text, setText] = useState("");
  const [place, setPlace] = useState(0);
  const id = useId();
  const commands = useCommands(text, onHelp);
  const chosen = Math.min(place, commands.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.act();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setPlace((chosen + step + commands.length) % Math.max(commands.length, 1));
    else if (event.key === "Enter") run(commands[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Search" onClose={onClose} className="palette">
      <input
        type="text"
        role="combobox"
        aria-label="Search pages, runs and actions"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={commands[chosen] ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        autoFocus
        placeholder="Go to a page, find a run, paste an id…"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setPlace(0);
        }}
        onKeyDown={press}
      />
      <ul id={id} role="listbox" aria-label="Results">
        {commands.map((command, n) => (
          <li
            key={command.id}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === chosen}
            onMouseMove={() => setPlace(n)}
            onClick={() => run(command)}
          >
            <span className="palette-name">{command.name}</span>
            <span className="soft">{command.kind}</span>
          </li>
        ))}
      </ul>
      {commands.length === 0 && <p className="soft">Nothing found.</p>}
    </Dialog>
  );
}
