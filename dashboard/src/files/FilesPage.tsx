// Every file, and the place to bring more.

import { Status, Time } from "../shared/controls";
import { Empty } from "../shared/feedback";
import { bytes, count } from "../shared/format";
import { Listed, Table } from "../shared/lists";
import { Page } from "../shared/Page";
import { Link } from "../shared/router";
import { DropZone } from "./DropZone";
import { useFiles } from "./queries";
import type { StoredFile } from "./queries";
import "./files.css";

export function FilesPage() {
  const files = useFiles();
  return (
    <Page
      title="Files"
      lead="Files are read into events, passages and bookings that runs can search and count."
    >
      <DropZone />
      <Listed
        pages={files}
        empty={
          <Empty title="No files yet">
            <p>A bank statement and a calendar are a good start.</p>
          </Empty>
        }
      >
        {(items) => (
          <Table
            label="Files"
            columns={["Name", "Status", "Contents", "Purpose", "Uploaded", "Size"]}
            numbers={[5]}
          >
            {items.map((file) => (
              <tr key={file.id}>
                <td className="wide">
                  <Link to={`/files/${file.id}`}>{file.filename}</Link>{" "}
                  {file.duplicate_of && <Duplicate />}
                </td>
                <td>
                  <Status value={file.status} />
                </td>
                <td>{readFrom(file)}</td>
                <td>{file.purpose}</td>
                <td>{file.created_at && <Time at={file.created_at} />}</td>
                <td className="number size">{bytes(file.bytes)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Listed>
    </Page>
  );
}

function Duplicate() {
  return (
    <span className="badge warn" title="An earlier file has exactly the same content">
      duplicate
    </span>
  );
}

/** "2 pages, 1 table, 40 items", or why there is nothing. */
export function readFrom(file: StoredFile): string {
  if (file.error) return file.error.message;
  if (!file.extracted) return "";
  const { pages, tables, graph_items } = file.extracted;
  const parts = [
    pages > 0 && count(pages, "page"),
    tables > 0 && count(tables, "table"),
    graph_items > 0 && count(graph_items, "item"),
  ];
  return parts.filter((part) => part !== false).join(", ");
}
