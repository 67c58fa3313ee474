// The answer of a run, and the files that it made.

import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { get, raw } from "../shared/api";
import { Copy } from "../shared/controls";
import { Loading, Refusal } from "../shared/feedback";
import { bytes } from "../shared/format";
import { saveAs } from "../shared/save";
import { Section } from "../shared/Page";
import { AnswerParts } from "./AnswerParts";
import { KnownFiles, Markdown } from "./Markdown";
import type { NamedFile } from "./Markdown";
import { useAnswer, useArtifact } from "./queries";
import type { Artifact, Run, RunSource } from "./types";

interface Properties {
  run: Run;
  sources: RunSource[] | undefined;
  /** What a language model has written so far. */
  writing: string;
}

export function Result({ run, sources, writing }: Properties) {
  return (
    <Section title="Answer" aside={run.result && <Copy text={run.result.summary} what="answer" />}>
      <Answer run={run} sources={sources} writing={writing} />
    </Section>
  );
}

function Answer({ run, sources, writing }: Properties) {
  if (run.status === "running") return <Writing text={writing} />;
  if (run.error) return <Failure error={run.error} />;
  if (!run.result) return <p className="soft">Cancelled before there was an answer.</p>;
  return (
    <div className="card run-answer">
      {run.answered === false && <p className="no-answer">No answer</p>}
      <Written run={run} sources={sources ?? []} />
      {run.result.artifacts.map((id) => (
        <MadeFile key={id} id={id} />
      ))}
    </div>
  );
}

export function Failure({ error }: { error: NonNullable<Run["error"]> }) {
  return (
    <div className="refusal">
      <p className="refusal-title">The run failed</p>
      <p>{error.message}</p>
      <p className="refusal-foot">
        <ErrorLink code={error.code} />
      </p>
    </div>
  );
}

/** An error code, with a link to what the documentation says about it. */
export function ErrorLink({ code }: { code: string }) {
  return (
    <a href={`/docs/errors/${code}`} target="_blank" rel="noopener">
      <code>{code}</code>
    </a>
  );
}

/** What a language model writes, as it comes. */
function Writing({ text }: { text: string }) {
  if (text === "") return <Loading what="Working" />;
  return (
    <div className="card run-answer" aria-busy="true">
      <div className="answer-text writing">
        <Markdown text={text} end={<span className="caret" aria-hidden="true" />} />
      </div>
    </div>
  );
}

function Written({ run, sources }: { run: Run; sources: RunSource[] }) {
  const answer = useAnswer(run.id, true);
  const names = useFileNames(sources, run.request?.files ?? []);
  const parts = answer.data?.parts ?? [];
  return (
    <KnownFiles.Provider value={names}>
      {parts.length > 0 ? (
        <AnswerParts parts={parts} sources={sources} />
      ) : (
        <div className="answer-text">
          <Markdown text={run.result?.summary ?? ""} />
        </div>
      )}
    </KnownFiles.Provider>
  );
}

const MOST_FILES = 20;

/** The files of the evidence by their names, so that an answer that names one can link to it. */
function useFileNames(sources: RunSource[], attached: string[]): ReadonlyMap<string, NamedFile> {
  const ids = useMemo(
    () =>
      [...new Set([...attached, ...sources.map((source) => source.file ?? "")])]
        .filter((id) => id !== "")
        .slice(0, MOST_FILES),
    [sources, attached],
  );
  const files = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["files", id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        get("/v1/files/{id}", { path: { id }, signal }),
    })),
  });
  return new Map(
    files.flatMap(({ data }) =>
      data ? [[data.filename, data] as const, [data.id, data] as const] : [],
    ),
  );
}

function MadeFile({ id }: { id: string }) {
  const artifact = useArtifact(id);
  if (artifact.isError) return <Refusal error={artifact.error} />;
  if (!artifact.data) return <Loading />;
  return (
    <figure className="made-file">
      {artifact.data.media_type.startsWith("image/") && <Picture artifact={artifact.data} />}
      <figcaption>
        <button
          type="button"
          className="button"
          onClick={() => void saveAs(`/v1/artifacts/${id}/content`, artifact.data.filename)}
        >
          Download {artifact.data.filename}
        </button>{" "}
        <span className="soft">
          {artifact.data.kind}, {bytes(artifact.data.bytes)}
        </span>
      </figcaption>
    </figure>
  );
}

function Picture({ artifact }: { artifact: Artifact }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    let made: string | null = null;
    const load = async () => {
      const answer = await raw(`/v1/artifacts/${artifact.id}/content`, { signal: stop.signal });
      made = URL.createObjectURL(await answer.blob());
      setAddress(made);
    };
    load().catch(() => setAddress(null));
    return () => {
      stop.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [artifact.id]);
  if (address === null) return <Loading />;
  return <img src={address} alt={`The ${artifact.kind} ${artifact.filename} that the run made`} />;
}
