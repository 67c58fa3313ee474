// Where files and folders are dropped or chosen, and how far each has come.

import { useId, useState } from "react";
import type { DragEvent } from "react";
import { Choice } from "../shared/controls";
import { Link } from "../shared/router";
import { filesOf, isHidden } from "./dropped";
import type { Purpose } from "./queries";
import { useUploads } from "./upload";
import type { Upload } from "./upload";

const PURPOSES = [
  { value: "context", name: "Add to context" },
  { value: "attachment", name: "Attach to single runs" },
] as const;

export function DropZone() {
  const [uploads, upload] = useUploads();
  const [purpose, setPurpose] = useState<Purpose>("context");
  const [isOver, setOver] = useState(false);
  const input = useId();
  const folder = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void filesOf(event.dataTransfer).then((files) => upload(files, purpose));
  };
  return (
    <div
      className={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="drop-line">
        <div>
          <p>
            <label htmlFor={input} className="button primary">
              Choose files
            </label>{" "}
            <label htmlFor={folder} className="button">
              Choose a folder
            </label>{" "}
            <span className="soft">or drop files and folders here</span>
          </p>
          <input
            id={input}
            className="unseen"
            type="file"
            multiple
            onChange={(event) => {
              upload([...(event.target.files ?? [])], purpose);
              event.target.value = "";
            }}
          />
          <input
            id={folder}
            className="unseen"
            type="file"
            multiple
            ref={(element) => element?.setAttribute("webkitdirectory", "")}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              upload(
                files.filter((file) => !isHidden(file.name)),
                purpose,
              );
              event.target.value = "";
            }}
          />
        </div>
        <Choice label="Purpose" options={PURPOSES} value={purpose} onChange={setPurpose} />
      </div>
      <p className="field-hint">
        PDF, PNG, JPEG, WAV, M4A or text, up to 100 MB: statements (CSV, OFX, QIF, MT940, CAMT),
        calendars (ICS), notes, scans, recordings. The type is detected from the content, not the
        name.
      </p>
      {uploads.length > 0 && (
        <ul className="uploads" aria-live="polite">
          {uploads.map((each) => (
            <li key={each.id}>
              <UploadLine upload={each} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function UploadLine({ upload }: { upload: Upload }) {
  const percent = Math.round(upload.progress * 100);
  return (
    <>
      <span className="upload-name">{upload.name}</span>
      {upload.error ? (
        <span className="field-error">{upload.error.field("file") ?? upload.error.message}</span>
      ) : upload.file ? (
        <span>
          <Link to={`/files/${upload.file.id}`}>Uploaded</Link>{" "}
          {upload.file.duplicate_of && (
            <Link to={`/files/${upload.file.duplicate_of}`} className="badge warn">
              same content as an earlier file
            </Link>
          )}
        </span>
      ) : (
        <progress value={percent} max={100} aria-label={`Uploading ${upload.name}`} />
      )}
    </>
  );
}
