// Where files are dropped or chosen, and how far each has come.

import { useId, useState } from "react";
import type { DragEvent } from "react";
import { Choice } from "../shared/controls";
import { Link } from "../shared/router";
import type { Purpose } from "./queries";
import { useUploads } from "./upload";
import type { Upload } from "./upload";

const PURPOSES = [
  { value: "context", name: "Into the context" },
  { value: "attachment", name: "For single runs only" },
] as const;

export function DropZone() {
  const [uploads, upload] = useUploads();
  const [purpose, setPurpose] = useState<Purpose>("context");
  const [isOver, setOver] = useState(false);
  const input = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    upload(event.dataTransfer.files, purpose);
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
            <span className="soft">or drop them here</span>
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
        </div>
        <Choice label="Purpose" options={PURPOSES} value={purpose} onChange={setPurpose} />
      </div>
      <p className="field-hint">
        PDF, PNG, JPEG, WAV, M4A or text, up to 100 MB: statements (CSV, OFX, QIF, MT940, CAMT),
        calendars (ICS), notes, scans, recordings. What a file is shows by its content, not its
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
        <Link to={`/files/${upload.file.id}`}>Uploaded</Link>
      ) : (
        <progress value={percent} max={100} aria-label={`Uploading ${upload.name}`} />
      )}
    </>
  );
}
