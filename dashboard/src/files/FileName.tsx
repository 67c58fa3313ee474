// A file by its name, as a link; by its id where the key may not read files, or it is gone.

import { Id } from "../shared/controls";
import { Link } from "../shared/router";
import { useFile } from "./queries";

export function FileName({ id }: { id: string }) {
  const file = useFile(id);
  if (!file.data) return <Id id={id} />;
  return <Link to={`/files/${id}`}>{file.data.filename}</Link>;
}
