// Every file, and the place to bring more.

import { Status } from "../shared/controls";
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
      lead="What you bring here is read into events, passages and transactions that runs can use."
    >
      <DropZone />
      <Listed
        pages={files}
        empty={
          <Empty title="No file yet">
            <p>A bank statement and a calendar are a good beginning.</p>
          </Empty>
        }
      >
        {(items) => (
          <Table
            label="Files"
            columns={["Name", "Status", "Read from it", "Purpose", "Size"]}
            numbers={[4]}
          >
            {items.map((file) => (
              <tr key={file.id}>
                <td className="wide">
                  <Link to={`/files/${file.id}`}>{file.filename}</Link>
                </td>
                <td>
                  <Status value={file.status} />
                </td>
                <td>{readFrom(file)}</td>
                <td>{file.purpose}</td>
                <td className="number">{bytes(file.bytes)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Listed>
    </Page>
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
