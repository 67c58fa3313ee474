// Buttons, fields and small signs.

import { useId, useState } from "react";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { ago, moment, shortId } from "./format";
import { Link } from "./router";

type ButtonProperties = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: "primary" | "quiet" | "danger";
  isBusy?: boolean;
};

export function Button({ kind, isBusy, children, disabled, ...rest }: ButtonProperties) {
  return (
    <button
      type="button"
      className={`button ${kind ?? ""}`}
      disabled={disabled || isBusy}
      aria-busy={isBusy}
      {...rest}
    >
      {children}
    </button>
  );
}

interface FieldProperties {
  label: string;
  hint?: ReactNode;
  error?: string;
  children: (attributes: {
    id: string;
    "aria-describedby"?: string;
    "aria-invalid"?: boolean;
  }) => ReactNode;
}

/** A labelled control, with what it expects and what was wrong with it. */
export function Field({ label, hint, error, children }: FieldProperties) {
  const id = useId();
  const described = hint || error ? `${id}-about` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-describedby": described, "aria-invalid": error ? true : undefined })}
      {(hint || error) && (
        <p id={described} className={error ? "field-error" : "field-hint"}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

/** A few choices of which one holds. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { value: Value; name: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.name}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Several choices that can each hold. */
export function Ticks<Value extends string>({
  legend,
  options,
  chosen,
  onChange,
  hint,
}: {
  legend: string;
  options: readonly { value: Value; name: ReactNode }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  hint?: ReactNode;
}) {
  const toggle = (value: Value) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <fieldset className="ticks">
      <legend>{legend}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      <div className="ticks-options">
        {options.map(({ value, name }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(at)}
    </time>
  );
}

const RUNNING = new Set(["running", "processing", "pending"]);
const GOOD = new Set(["completed", "processed", "succeeded", "allowed", "enabled"]);
const BAD = new Set(["failed", "denied"]);

export function Status({ value }: { value: string }) {
  const tone = RUNNING.has(value) ? "busy" : GOOD.has(value) ? "good" : BAD.has(value) ? "bad" : "";
  return <span className={`status ${tone}`}>{value}</span>;
}

export function Source({ name }: { name: string }) {
  return <span className={`source source-${name}`}>{name}</span>;
}

export function Scope({ name }: { name: string }) {
  return <code className="scope">{name}</code>;
}

const HOMES: Record<string, string> = {
  run: "/runs/",
  file: "/files/",
  ag: "/agents/",
  net: "/networks/",
  wh: "/webhooks/",
};

/** An id, as a link when there is a page about the thing. */
export function Id({ id, isShort = true }: { id: string; isShort?: boolean }) {
  const home = HOMES[id.split("_")[0] ?? ""];
  const text = <code title={id}>{isShort ? shortId(id) : id}</code>;
  return home ? <Link to={home + id}>{text}</Link> : text;
}

/** The same by its name, if it has one that is known. */
export function Named({ id, name }: { id: string; name: string }) {
  const home = HOMES[id.split("_")[0] ?? ""];
  if (name === shortId(id)) return <Id id={id} />;
  return home ? (
    <Link to={home + id} title={id}>
      {name}
    </Link>
  ) : (
    <span title={id}>{name}</span>
  );
}

/** A moment to the second, where the order of things matters. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at} className="moment">
      {moment(at)}
    </time>
  );
}

export function Copy({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <button type="button" className="button quiet" onClick={() => void copy()}>
      {isCopied ? "Copied" : `Copy ${what}`}
    </button>
  );
}

/** Names with their values, in two columns. */
export function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A secret that the service says once. */
export function Secret({ secret, what }: { secret: string; what: string }) {
  return (
    <div className="secret" role="status">
      <p>
        <strong>Copy the {what} now.</strong> It is not stored and will not be shown again.
      </p>
      <code tabIndex={0}>{secret}</code>
      <Copy text={secret} what={what} />
    </div>
  );
}
