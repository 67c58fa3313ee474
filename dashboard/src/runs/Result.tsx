// What a run found, the files that it made, and what it was given.

import { useEffect, useState } from "react";
import { raw } from "../shared/api";
import { Loading, Refusal } from "../shared/feedback";
import { bytes } from "../shared/format";
import { saveAs } from "../shared/save";
import { Section } from "../shared/Page";
import { EvidenceItem } from "./TraceRow";
import { useArtifact } from "./queries";
import type { Artifact, Run, RunSource } from "./types";

interface Properties {
  run: Run;
  asked: string | undefined;
  attached: RunSource[] | undefined;
}

export function Result({ run, asked, attached }: Properties) {
  return (
    <Section title="Result">
      {asked && (
        <blockquote className="asked">
          <p>{asked}</p>
        </blockquote>
      )}
      <Answer run={run} />
      {attached && attached.length > 0 && (
        <div className="evidence">
          <p className="evidence-head">It also rests on</p>
          <ul>
            {attached.map((item) => (
              <li key={item.id}>
                <EvidenceItem item={item} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

function Answer({ run }: { run: Run }) {
  if (run.status === "running") return <Loading what="No answer yet: it works" />;
  if (run.error)
    return (
      <div className="refusal">
        <p className="refusal-title">The run failed</p>
        <p>{run.error.message}</p>
        <p className="refusal-foot">
          <code>{run.error.code}</code>
        </p>
      </div>
    );
  if (!run.result) return <p className="soft">It was cancelled before it had an answer.</p>;
  return (
    <div className="card answer">
      <p className="answer-text">{run.result.summary}</p>
      {run.result.artifacts.map((id) => (
        <MadeFile key={id} id={id} />
      ))}
    </div>
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
          Save {artifact.data.filename}
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
