// The frame of a page: its title, what can be done there, and its content.

import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Link } from "./router";

interface Properties {
  title: string;
  /** What stands above the title: the way back. */
  back?: { to: string; name: string };
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, back, lead, actions, children }: Properties) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Runwright`;
  }, [title]);
  useEffect(() => {
    // Who moves by keyboard or hears the page starts at its title after each change of page.
    const isElsewhere = document.activeElement?.closest("main") === null;
    if (isElsewhere && location.hash === "") heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <article className="page">
      <header className="page-head">
        <div>
          {back && (
            <Link to={back.to} className="back">
              ← {back.name}
            </Link>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </article>
  );
}

/** A part of a page with a title of its own. */
export function Section({
  title,
  aside,
  children,
  id,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
  id?: string;
}) {
  return (
    <section className="section" id={id}>
      <header className="section-head">
        <h2>{title}</h2>
        {aside && <div className="actions">{aside}</div>}
      </header>
      {children}
    </section>
  );
}
