// A question in front of the page: the browser's own dialog, so that keyboard and focus are right.

import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Refusal } from "./feedback";
import { Button } from "./controls";

export function Dialog({
  title,
  onClose,
  className = "",
  children,
}: {
  title: string;
  onClose: () => void;
  className?: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose} className={`dialog ${className}`}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

/** Asks before something that cannot be undone. */
export function Confirm({
  title,
  children,
  action,
  mutation,
  onClose,
}: {
  title: string;
  children: ReactNode;
  action: string;
  mutation: { mutate: () => void; isPending: boolean; error: unknown };
  onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="prose">{children}</div>
      {mutation.error ? <Refusal error={mutation.error} /> : null}
      <div className="actions end">
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="danger" isBusy={mutation.isPending} onClick={() => mutation.mutate()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}

/** A button for something that cannot be undone, which asks first. */
export function AskingButton({
  name,
  ...question
}: { name: string } & Omit<Parameters<typeof Confirm>[0], "onClose">) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {name}
      </Button>
      {isAsking && <Confirm {...question} onClose={() => setAsking(false)} />}
    </>
  );
}
