// For tests of components: what they show, as text and as elements, without a browser.

import type { ReactElement, ReactNode } from "react";
import { isValidElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** The markup of an element. */
export const markupOf = (element: ReactElement): string => renderToStaticMarkup(element);

/** What can be read of it: without tags, and with single spaces. */
export const textOf = (element: ReactElement): string =>
  markupOf(element)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

type AnyProperties = Record<string, unknown> & { children?: ReactNode };

/** Every element that a component without hooks gives back, its own children included. */
export function elementsIn(node: ReactNode): ReactElement<AnyProperties>[] {
  if (Array.isArray(node)) return node.flatMap(elementsIn);
  if (!isValidElement<AnyProperties>(node)) return [];
  return [node, ...elementsIn(node.props.children)];
}
