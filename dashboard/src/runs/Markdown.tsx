// Markdown as elements: built by React from a tree, so that nothing in a text is ever markup.

import { createContext, useContext } from "react";
import type { ReactNode } from "react";
import { Link } from "../shared/router";
import { blocksOf, inlinesOf, isFigure, plainOf } from "./markdown";
import type { Alignment, Block, Inline } from "./markdown";

export interface NamedFile {
  id: string;
  filename: string;
}

/** Files by their names and ids: where a text has one, there is a link to the file. */
export const KnownFiles = createContext<ReadonlyMap<string, NamedFile>>(new Map());

/** A text with all its blocks; `end` stands behind the last word of it. */
export function Markdown({ text, end }: { text: string; end?: ReactNode }) {
  return <Blocks blocks={blocksOf(text)} end={end} />;
}

/** A text of one line. */
export function MarkdownLine({ text }: { text: string }) {
  return <Inlines parts={inlinesOf(text)} />;
}

function Blocks({ blocks, end }: { blocks: Block[]; end?: ReactNode }) {
  const takesEnd = blocks.at(-1)?.kind === "paragraph";
  return (
    <>
      {blocks.map((block, n) => (
        <OneBlock
          key={n}
          block={block}
          end={takesEnd && n === blocks.length - 1 ? end : undefined}
        />
      ))}
      {!takesEnd && end && <p>{end}</p>}
    </>
  );
}

function OneBlock({ block, end }: { block: Block; end?: ReactNode }) {
  switch (block.kind) {
    case "paragraph":
      return (
        <p>
          <Inlines parts={block.inside} />
          {end && <> {end}</>}
        </p>
      );
    case "heading":
      return (
        <h3>
          <Inlines parts={block.inside} />
        </h3>
      );
    case "list":
      return <ListBlock block={block} />;
    case "table":
      return <TableBlock block={block} />;
    case "code":
      return (
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case "quote":
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case "rule":
      return <hr />;
  }
}

function ListBlock({ block }: { block: Extract<Block, { kind: "list" }> }) {
  const items = block.items.map((item, n) => (
    <li key={n}>
      <Item blocks={item} />
    </li>
  ));
  return block.isOrdered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
}

/** An entry of a list: its first paragraph needs no margins of its own. */
function Item({ blocks }: { blocks: Block[] }) {
  const [first, ...rest] = blocks;
  if (first?.kind !== "paragraph") return <Blocks blocks={blocks} />;
  return (
    <>
      <Inlines parts={first.inside} />
      <Blocks blocks={rest} />
    </>
  );
}

function TableBlock({ block }: { block: Extract<Block, { kind: "table" }> }) {
  const align = block.header.map((_, column) => alignmentOf(block, column));
  return (
    <Cells
      header={block.header.map((cell, n) => (
        <Inlines key={n} parts={cell} />
      ))}
      rows={block.rows.map((row) => row.map((cell, n) => <Inlines key={n} parts={cell} />))}
      align={align}
    />
  );
}

/** What the text says; otherwise numbers stand flush right. */
function alignmentOf(block: Extract<Block, { kind: "table" }>, column: number): Alignment {
  const given = block.align[column] ?? null;
  if (given) return given;
  const cells = block.rows.map((row) => plainOf(row[column] ?? [])).filter((text) => text !== "");
  return cells.length > 0 && cells.every(isFigure) ? "right" : null;
}

/** A table of an answer. */
export function Cells({
  header,
  rows,
  align,
}: {
  header: ReactNode[];
  rows: ReactNode[][];
  align: Alignment[];
}) {
  const classOf = (column: number) => (align[column] === "right" ? "number" : "");
  return (
    <div className="table" role="region" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map((cell, n) => (
              <th key={n} scope="col" className={classOf(n)}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n}>
              {row.map((cell, column) => (
                <td key={column} className={classOf(column)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inlines({ parts }: { parts: Inline[] }): ReactNode {
  return parts.map((part, n) => <OneInline key={n} part={part} />);
}

function OneInline({ part }: { part: Inline }) {
  switch (part.kind) {
    case "text":
      return <Words text={part.text} />;
    case "code":
      return <code>{part.text}</code>;
    case "strong":
      return (
        <strong>
          <Inlines parts={part.inside} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Inlines parts={part.inside} />
        </em>
      );
    case "link":
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
          <Inlines parts={part.inside} />
        </a>
      );
    case "break":
      return <br />;
  }
}

/** Text, in which the names of known files are links to them. */
function Words({ text }: { text: string }) {
  const files = useContext(KnownFiles);
  return piecesOf(text, [...files.keys()]).map((piece, n) => {
    const file = files.get(piece);
    return file ? (
      <Link key={n} to={`/files/${file.id}`}>
        {file.filename}
      </Link>
    ) : (
      piece
    );
  });
}

/** A text cut before and behind each of some names. */
export function piecesOf(text: string, names: string[]): string[] {
  const known = names.filter((name) => /[._]/.test(name) && text.includes(name));
  if (known.length === 0) return [text];
  const longestFirst = known.sort((one, other) => other.length - one.length);
  const pattern = new RegExp(
    `(${longestFirst.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`,
  );
  return text.split(pattern).filter((piece) => piece !== "");
}
