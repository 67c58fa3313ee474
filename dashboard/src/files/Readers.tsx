// The runs that read a file.

import { Status, Time } from "../shared/controls";
import { Empty } from "../shared/feedback";
import { firstLine } from "../shared/format";
import { Listed, Table } from "../shared/lists";
import { Link } from "../shared/router";
import { useReaders } from "./queries";

export function Readers({ id }: { id: string }) {
  const runs = useReaders(id);
  return (
    <Listed
      pages={runs}
      empty={
        <Empty title="No run has read this file">
          <p>A run appears here when its answer rests on this file, or when it was attached.</p>
        </Empty>
      }
    >
      {(items) => (
        <Table label="Runs that read this file" columns={["Question", "Status", "Created"]}>
          {items.map((run) => (
            <tr key={run.id}>
              <td className="wide">
                <Link to={`/runs/${run.id}`}>{firstLine(run.request?.prompt ?? run.id, 120)}</Link>
              </td>
              <td>
                <Status value={run.status} />
              </td>
              <td>
                <Time at={run.created_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Listed>
  );
}
