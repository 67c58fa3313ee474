// Lists that the service gives page by page, by one cursor shape.

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "./controls";
import { Loading, Refusal } from "./feedback";
import { count } from "./format";

interface ListPage<Item> {
  data: Item[];
  has_more: boolean;
  last_id: string | null;
}

interface Options<Item> {
  key: readonly unknown[];
  fetch: (after: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>;
  /** Whether something still happens to an item: the list is then looked at again and again. */
  isBusy?: (item: Item) => boolean;
}

const LOOK_AGAIN = 3000;

export function usePages<Item>({ key, fetch, isBusy }: Options<Item>) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetch(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.has_more ? (page.last_id ?? undefined) : undefined),
    // Every look is an entry of the audit log: events tell of the rest.
    refetchInterval: ({ state }) =>
      isBusy && state.data?.pages.some((page) => page.data.some(isBusy)) ? LOOK_AGAIN : false,
  });
}

type Pages<Item> = ReturnType<typeof usePages<Item>>;

/** Everything that was fetched so far, and a button for more. */
export function Listed<Item>({
  pages,
  empty,
  children,
}: {
  pages: Pages<Item>;
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
}) {
  if (pages.data === undefined) {
    if (!pages.isError) return <Loading />;
    return <Refusal error={pages.error} retry={() => void pages.refetch()} />;
  }
  const items = pages.data.pages.flatMap((page) => page.data);
  if (items.length === 0) return empty;
  return (
    <>
      {children(items)}
      {pages.hasNextPage && (
        <div className="more">
          <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

const FIRST = 200;

/** The first of many things that are here already, and a button for all of them. */
export function Shortened<Item>({
  items,
  one,
  children,
}: {
  items: Item[];
  /** What one of them is called: "row". */
  one: string;
  children: (shown: Item[]) => ReactNode;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, FIRST);
  return (
    <>
      {children(shown)}
      {items.length > shown.length && (
        <div className="more">
          <Button onClick={() => setWhole(true)}>Show all {count(items.length, one)}</Button>
        </div>
      )}
    </>
  );
}

/** A table that scrolls by itself when the screen is narrow, and says what it is. */
export function Table({
  label,
  columns,
  numbers = [],
  caption,
  className,
  children,
}: {
  label: string;
  columns: ReactNode[];
  /** Which columns hold numbers, and stand flush right. */
  numbers?: number[];
  caption?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className="table" role="region" aria-label={label} tabIndex={0}>
      <table className={className}>
        {caption && <caption>{caption}</caption>}
        {columns.length > 0 && (
          <thead>
            <tr>
              {columns.map((column, n) => (
                <th key={n} scope="col" className={numbers.includes(n) ? "number" : ""}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
