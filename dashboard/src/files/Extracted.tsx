// What was read from a file: its records first, then the file's own tables and text.

import { Empty } from "../shared/feedback";
import { Section } from "../shared/Page";
import { Bookings } from "./Bookings";
import { Documents } from "./Documents";
import { Events } from "./Events";
import { Passages } from "./Passages";
import { ofKind } from "./queries";
import type { Extraction, StoredFile } from "./queries";
import { Tables, gridsOf, rawGrid } from "./Tables";
import { Transcript } from "./Transcript";

interface Properties {
  file: StoredFile;
  extraction: Extraction;
}

export function Extracted({ file, extraction }: Properties) {
  const { pages, tables, segments, records, duplicates } = extraction;
  if (pages.length + tables.length + segments.length + records.length === 0)
    return <Empty title="Nothing was found in this file" />;
  const documents = ofKind(extraction, "document");
  const bookings = ofKind(extraction, "transaction");
  const events = ofKind(extraction, "event");
  const grids = gridsOf(ofKind(extraction, "table"));
  // What was said stands in the transcript, with its times.
  const passages = segments.length > 0 ? [] : ofKind(extraction, "passage");
  return (
    <>
      {documents.length > 0 && <Documents records={documents} />}
      {bookings.length > 0 && <Bookings records={bookings} duplicates={duplicates} />}
      {events.length > 0 && <Events records={events} />}
      {segments.length > 0 && <Transcript file={file} segments={segments} />}
      {passages.length > 0 && <Passages records={passages} />}
      {grids.length > 0 && <Tables grids={grids} />}
      {segments.length === 0 && (
        <Original
          pages={pages}
          grids={tables
            .map(rawGrid)
            .filter((raw) => !grids.some((grid) => grid.number === raw.number))}
          isFolded={records.length > 0}
        />
      )}
    </>
  );
}

/** The tables and the text as they stand in the file; folded where records were made of them. */
function Original({
  pages,
  grids,
  isFolded,
}: {
  pages: Extraction["pages"];
  grids: ReturnType<typeof rawGrid>[];
  isFolded: boolean;
}) {
  const content = (
    <>
      {grids.length > 0 && <Tables grids={grids} />}
      {pages.length > 0 && <Pages pages={pages} />}
    </>
  );
  if (!isFolded) return content;
  return (
    <details className="fold">
      <summary>Show the text as it was read</summary>
      {content}
    </details>
  );
}

function Pages({ pages }: { pages: Extraction["pages"] }) {
  return (
    <Section title={pages.length > 1 ? "Pages" : "File text"}>
      {pages.map((page) => (
        <div key={page.n} className="card page-text">
          {pages.length > 1 && <h3>Page {page.n}</h3>}
          <p>{page.text}</p>
        </div>
      ))}
    </Section>
  );
}
