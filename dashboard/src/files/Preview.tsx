// The original of a file as it looks: a PDF, a picture, a recording, a text.

import { Button } from "../shared/controls";
import { Empty, Found } from "../shared/feedback";
import { saveAs } from "../shared/save";
import type { StoredFile } from "./queries";
import { useAddressOf, useOriginal } from "./original";
import type { Original } from "./original";

export function Preview({ file }: { file: StoredFile }) {
  const original = useOriginal(file.id, file.bytes, true);
  return (
    <Found query={original}>
      {(found) =>
        found ? <Shown original={found} name={file.filename} /> : <NoPreview file={file} />
      }
    </Found>
  );
}

function NoPreview({ file }: { file: StoredFile }) {
  return (
    <Empty title="No preview for this file">
      <Button onClick={() => void saveAs(`/v1/files/${file.id}/content`, file.filename)}>
        Download
      </Button>
    </Empty>
  );
}

function Shown({ original, name }: { original: Original; name: string }) {
  const address = useAddressOf(original.blob);
  if (address === null) return null;
  if (original.kind === "image")
    return <img className="preview-image" src={address} alt={`Preview of ${name}`} />;
  if (original.kind === "audio")
    return <audio className="preview-audio" src={address} controls aria-label={name} />;
  if (original.kind === "text")
    return (
      <pre className="preview-text" tabIndex={0} role="region" aria-label={`Text of ${name}`}>
        {original.text}
      </pre>
    );
  return (
    <div className="preview-pdf">
      <iframe src={address} title={`Preview of ${name}`} />
      <a href={address} target="_blank" rel="noopener">
        Open in a new tab
      </a>
    </div>
  );
}
