// What can be done with a run: ask again, edit, compare, export, replay, delete.

import * as Menu from "@radix-ui/react-dropdown-menu";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../shared/controls";
import { Confirm } from "../shared/Dialog";
import { Refusal } from "../shared/feedback";
import { Link, go } from "../shared/router";
import { save } from "./exporting";
import type { Format } from "./exporting";
import { useAsk, useCancel, useDelete, useMay } from "./queries";
import { draftOf } from "./request";
import type { Run } from "./types";

export function RunActions({ run }: { run: Run }) {
  const cancel = useCancel(run.id);
  const again = useAsk();
  const [isDeleting, setDeleting] = useState(false);
  const erase = useDelete(run.id, () => go("/runs"));
  const mayWrite = useMay()("runs:write") !== false;
  if (run.status === "running")
    return (
      mayWrite && (
        <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      )
    );
  return (
    <>
      {mayWrite && (
        <>
          <Button
            isBusy={again.isPending}
            onClick={() => again.mutate({ ...draftOf(run), repeats: run.id })}
          >
            Ask again
          </Button>
          <Link to={`/runs/new?from=${run.id}`} className="button">
            Edit and run
          </Link>
        </>
      )}
      <MoreMenu run={run} onDelete={mayWrite ? () => setDeleting(true) : undefined} />
      {again.error && <Refusal error={again.error} />}
      {isDeleting && (
        <Confirm
          title="Delete this run?"
          action="Delete the run"
          mutation={erase}
          onClose={() => setDeleting(false)}
        >
          <p>
            The question, the answer, the trace and the files it made are erased for good. The audit
            log keeps the record that the run existed, and a signed receipt lists what was erased.
          </p>
        </Confirm>
      )}
    </>
  );
}

const FORMATS: [Format, string][] = [
  ["json", "Export as JSON"],
  ["markdown", "Export as Markdown"],
  ["proof", "Export the proof"],
];

function MoreMenu({ run, onDelete }: { run: Run; onDelete?: () => void }) {
  const exporting = useMutation({ mutationFn: (format: Format) => save(run, format) });
  return (
    <>
      <Menu.Root modal={false}>
        <Menu.Trigger asChild>
          <button type="button" className="button" aria-busy={exporting.isPending}>
            More <span aria-hidden="true">▾</span>
          </button>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content className="menu-list" align="end" sideOffset={6} collisionPadding={8}>
            <Item onSelect={() => go(`/runs/compare?one=${run.id}`)}>Compare with another run</Item>
            <Menu.Separator className="menu-line" />
            {FORMATS.map(([format, name]) => (
              <Item key={format} onSelect={() => exporting.mutate(format)}>
                {name}
              </Item>
            ))}
            <Menu.Separator className="menu-line" />
            <Item onSelect={() => void copy(`${location.origin}/runs/${run.id}`)}>Copy link</Item>
            <Item onSelect={() => void copy(run.id)}>Copy id</Item>
            <Item onSelect={() => go(`/audit?resource=${run.id}`)}>Show in the audit log</Item>
            {onDelete && (
              <>
                <Menu.Separator className="menu-line" />
                <Item onSelect={onDelete} isDangerous>
                  Delete
                </Item>
              </>
            )}
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      {exporting.error && <Refusal error={exporting.error} />}
    </>
  );
}

function Item({
  onSelect,
  isDangerous,
  children,
}: {
  onSelect: () => void;
  isDangerous?: boolean;
  children: string;
}) {
  return (
    <Menu.Item className={isDangerous ? "menu-item bad" : "menu-item"} onSelect={onSelect}>
      {children}
    </Menu.Item>
  );
}

const copy = (text: string) => navigator.clipboard.writeText(text);
