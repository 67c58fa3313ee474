// Choosing scopes: a row for each noun, a column for reading and one for writing.

import { Button } from "../shared/controls";
import { ALL_SCOPES, SCOPE_GROUPS, type ScopeName } from "./scopes";

interface Properties {
  chosen: ScopeName[];
  onChange: (chosen: ScopeName[]) => void;
}

export function ScopePicker({ chosen, onChange }: Properties) {
  const toggle = (scope: ScopeName) =>
    onChange(chosen.includes(scope) ? chosen.filter((each) => each !== scope) : [...chosen, scope]);
  return (
    <fieldset className="scope-picker">
      <legend>Scopes</legend>
      <div className="actions">
        <Button
          kind="quiet"
          onClick={() => onChange(ALL_SCOPES.filter((scope) => scope.endsWith(":read")))}
        >
          All read scopes
        </Button>
        <Button kind="quiet" onClick={() => onChange([...ALL_SCOPES])}>
          All
        </Button>
        <Button kind="quiet" onClick={() => onChange([])}>
          None
        </Button>
      </div>
      <div className="scope-grid">
        {SCOPE_GROUPS.map(({ noun, scopes }) => (
          <div key={noun}>
            <span className="scope-noun">{noun}</span>
            {scopes.map((scope) => (
              <label key={scope}>
                <input
                  type="checkbox"
                  checked={chosen.includes(scope)}
                  onChange={() => toggle(scope)}
                  aria-label={scope}
                />
                {scope.split(":")[1]}
              </label>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
