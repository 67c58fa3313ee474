// One file: what was read from it, its bytes, and erasing it.

import { useState } from "react";
import { Button, Facts, Status } from "../shared/controls";
import { AskingButton } from "../shared/Dialog";
import { Empty, Found } from "../shared/feedback";
import { bytes } from "../shared/format";
import { Page, Section } from "../shared/Page";
import { Link, go, useParameter } from "../shared/router";
import { saveAs } from "../shared/save";
import { Extracted } from "./Extracted";
import { readFrom } from "./FilesPage";
import { useErase, useExtraction, useFile } from "./queries";
import type { StoredFile } from "./queries";
import "./files.css";

export function FilePage() {
  const file = useFile(useParameter("id"));
  if (file.data) return <OneFile file={file.data} />;
  return (
    <Page title="File" back={{ to: "/files", name: "Files" }}>
      <Found query={file}>{() => null}</Found>
    </Page>
  );
}

function OneFile({ file }: { file: StoredFile }) {
  const extraction = useExtraction(file.id, file.status === "processed");
  return (
    <Page
      title={file.filename}
      back={{ to: "/files", name: "Files" }}
      actions={<FileActions file={file} />}
    >
      <Facts
        facts={[
          ["Status", <Status value={file.status} />],
          ["Read from it", readFrom(file) || "–"],
          ["Purpose", file.purpose],
          ["Size", bytes(file.bytes)],
          ["Id", <code className="whole-id">{file.id}</code>],
        ]}
      />
      {file.status === "processing" && (
        <Empty title="It is being read">
          <p>This page shows what was found as soon as that is done.</p>
        </Empty>
      )}
      {file.error && (
        <Section title="It could not be read">
          <div className="refusal">
            <p>{file.error.message}</p>
          </div>
        </Section>
      )}
      {file.status === "processed" && (
        <Found query={extraction}>{(found) => <Extracted extraction={found} />}</Found>
      )}
    </Page>
  );
}

function FileActions({ file }: { file: StoredFile }) {
  const [withRuns, setWithRuns] = useState(false);
  const erase = useErase(file.id, withRuns, () => go("/files"));
  return (
    <>
      <Link to={`/runs/new?file=${file.id}`} className="button">
        Ask about it
      </Link>
      <Button onClick={() => void saveAs(`/v1/files/${file.id}/content`, file.filename)}>
        Save the original
      </Button>
      <AskingButton
        name="Erase"
        title={`Erase ${file.filename}?`}
        action="Erase the file"
        mutation={erase}
      >
        <p>
          The file and every item that was read from it are erased everywhere, for good. Runs that
          have read it keep their answers unless you erase them too.
        </p>
        <label className="tick">
          <input
            type="checkbox"
            checked={withRuns}
            onChange={(event) => setWithRuns(event.target.checked)}
          />{" "}
          Also delete the runs that have read it
        </label>
      </AskingButton>
    </>
  );
}
