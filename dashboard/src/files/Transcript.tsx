// What was said in a recording, beside a player: each line leads to its moment.

import { useRef, useState } from "react";
import { Button } from "../shared/controls";
import { Loading, Refusal } from "../shared/feedback";
import { clock } from "../shared/format";
import { Section } from "../shared/Page";
import { useAddressOf, useOriginal } from "./original";
import type { Extraction, StoredFile } from "./queries";

interface Properties {
  file: StoredFile;
  segments: Extraction["segments"];
}

export function Transcript({ file, segments }: Properties) {
  const [start, setStart] = useState<number | null>(null);
  const player = useRef<HTMLAudioElement>(null);
  const play = (seconds: number) => {
    setStart(seconds);
    if (!player.current) return;
    player.current.currentTime = seconds;
    void player.current.play();
  };
  return (
    <Section
      title="Transcript"
      aside={start === null && <Button onClick={() => play(0)}>Play the recording</Button>}
    >
      {start !== null && <Player file={file} start={start} player={player} />}
      <ol className="transcript card">
        {segments.map((segment) => (
          <li key={segment.start}>
            <button
              type="button"
              className="seek"
              aria-label={`Play from ${clock(segment.start)}`}
              onClick={() => play(segment.start)}
            >
              {clock(segment.start)}
            </button>
            <span>{segment.text}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface PlayerProperties {
  file: StoredFile;
  start: number;
  player: React.RefObject<HTMLAudioElement | null>;
}

/** The recording is fetched only once somebody wants to hear it. */
function Player({ file, start, player }: PlayerProperties) {
  const original = useOriginal(file.id, file.bytes, true);
  if (original.error) return <Refusal error={original.error} />;
  if (original.data === undefined) return <Loading what="Fetching the recording" />;
  if (original.data?.kind !== "audio") return <p className="soft">It is too large to play here.</p>;
  return <Sound blob={original.data.blob} name={file.filename} start={start} player={player} />;
}

function Sound({
  blob,
  name,
  start,
  player,
}: {
  blob: Blob;
  name: string;
  start: number;
  player: React.RefObject<HTMLAudioElement | null>;
}) {
  const address = useAddressOf(blob);
  if (address === null) return null;
  return (
    <audio
      ref={player}
      className="preview-audio"
      src={address}
      controls
      aria-label={name}
      onLoadedMetadata={(event) => {
        event.currentTarget.currentTime = start;
        void event.currentTarget.play().catch(() => undefined);
      }}
    />
  );
}
