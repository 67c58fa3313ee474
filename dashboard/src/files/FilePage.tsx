// One file: its contents, the original, the runs that read it, and erasing it.

import * as Tabs from "@radix-ui/react-tabs";
import { useState } from "react";
import type { ReactNode } from "react";
import { Button, Facts, Status, Time } from "../shared/controls";
import { AskingButton } from "../shared/Dialog";
import { Empty, Found } from "../shared/feedback";
import { bytes } from "../shared/format";
import { Page } from "../shared/Page";
import { Link, go, useParameter, useQueryParameter } from "../shared/router";
import { saveAs } from "../shared/save";
import { Extracted } from "./Extracted";
import { FileName } from "./FileName";
import { readFrom } from "./FilesPage";
import { Preview } from "./Preview";
import { Readers } from "./Readers";
import { useErase, useExtraction, useFile, useReread } from "./queries";
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
  const [tab, setTab] = useQueryParameter("view");
  const reread = useReread(file.id);
  return (
    <Page
      title={file.filename}
      back={{ to: "/files", name: "Files" }}
      actions={<FileActions file={file} />}
    >
      <Facts facts={factsOf(file)} />
      {file.duplicate_of && <DuplicateNote of={file.duplicate_of} />}
      {file.error && (
        <div className="refusal" role="alert">
          <p className="refusal-title">This file could not be read</p>
          <p>{file.error.message}</p>
          <p className="refusal-foot">
            <Button isBusy={reread.isPending} onClick={() => reread.mutate()}>
              Try again
            </Button>
          </p>
        </div>
      )}
      <Tabs.Root
        value={tab || "read"}
        onValueChange={(next) => setTab(next === "read" ? "" : next)}
      >
        <Tabs.List className="tabs" aria-label="View">
          <Tabs.Trigger value="read">Contents</Tabs.Trigger>
          <Tabs.Trigger value="original">Original</Tabs.Trigger>
          <Tabs.Trigger value="runs">Runs that read it</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="read" className="tab file-tab">
          <Contents file={file} />
        </Tabs.Content>
        <Tabs.Content value="original" className="tab">
          <Preview file={file} />
        </Tabs.Content>
        <Tabs.Content value="runs" className="tab">
          <Readers id={file.id} />
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  );
}

function factsOf(file: StoredFile): [string, ReactNode][] {
  const contents = file.error ? "" : readFrom(file);
  return [
    ["Status", <Status value={file.status} />],
    ...(contents ? [["Contents", contents] as [string, ReactNode]] : []),
    ["Purpose", file.purpose === "context" ? "Context" : "Attachment"],
    ["Uploaded", file.created_at ? <Time at={file.created_at} /> : "–"],
    ["Size", bytes(file.bytes)],
    ["Id", <code className="whole-id">{file.id}</code>],
  ];
}

function DuplicateNote({ of }: { of: string }) {
  return (
    <p className="card duplicate">
      This file has exactly the same content as <FileName id={of} />, uploaded earlier. Bookings
      with an account are counted once; other items may be counted twice. Erase one of the two to be
      sure.
    </p>
  );
}

function Contents({ file }: { file: StoredFile }) {
  const extraction = useExtraction(file.id, file.status === "processed");
  if (file.status === "processing")
    return (
      <Empty title="Reading the file…">
        <p>Its contents appear here as soon as they are read.</p>
      </Empty>
    );
  if (file.status === "failed") return <Empty title="No contents" />;
  return (
    <Found query={extraction}>{(found) => <Extracted file={file} extraction={found} />}</Found>
  );
}

function FileActions({ file }: { file: StoredFile }) {
  const [withRuns, setWithRuns] = useState(false);
  const erase = useErase(file.id, withRuns, () => go("/files"));
  return (
    <>
      {file.status !== "failed" && (
        <Link to={`/runs/new?file=${file.id}`} className="button">
          Ask about it
        </Link>
      )}
      <Button onClick={() => void saveAs(`/v1/files/${file.id}/content`, file.filename)}>
        Download
      </Button>
      <AskingButton
        name="Erase"
        title={`Erase ${file.filename}?`}
        action="Erase the file"
        mutation={erase}
      >
        <p>
          The file and everything read from it are erased permanently. Runs that read it keep their
          answers unless you delete them too.
        </p>
        <label className="tick">
          <input
            type="checkbox"
            checked={withRuns}
            onChange={(event) => setWithRuns(event.target.checked)}
          />{" "}
          Also delete the runs that read it
        </label>
      </AskingButton>
    </>
  );
}
