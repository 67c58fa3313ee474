// Uploading, with progress: the one thing that fetch cannot tell.

import { useQueryClient } from "@tanstack/react-query";
import { useReducer } from "react";
import { Problem, readProblem } from "../shared/api";
import { session } from "../shared/session";
import { fetchFile } from "./queries";
import type { Purpose, StoredFile } from "./queries";

export interface Upload {
  id: string;
  name: string;
  /** Between 0 and 1. */
  progress: number;
  file?: StoredFile;
  error?: Problem;
}

function send(
  file: File,
  purpose: Purpose,
  onProgress: (share: number) => void,
): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.append("purpose", purpose);
    form.append("file", file);
    const request = new XMLHttpRequest();
    const { address, headers } = session.carry("/v1/files");
    request.open("POST", address);
    Object.entries(headers).forEach(([name, value]) => request.setRequestHeader(name, value));
    request.upload.onprogress = (event) => onProgress(event.loaded / event.total);
    request.onload = () => {
      if (request.status === 200) resolve(JSON.parse(request.responseText) as StoredFile);
      else reject(readProblem(request.status, request.responseText, null));
    };
    request.onerror = () =>
      reject(new Problem(0, "unreachable", "The upload broke off. Is the server running?"));
    request.send(form);
  });
}

type Change = { add: Upload } | { id: string; change: Partial<Upload> };

/** Uploads with a change applied to them; the newest comes first. */
export function changed(uploads: Upload[], action: Change): Upload[] {
  if ("add" in action) return [action.add, ...uploads];
  return uploads.map((each) => (each.id === action.id ? { ...each, ...action.change } : each));
}

/** What is being uploaded, and a way to upload more. */
export function useUploads(): [Upload[], (files: Iterable<File>, purpose: Purpose) => void] {
  const client = useQueryClient();
  const [uploads, dispatch] = useReducer(changed, []);
  const upload = async (file: File, purpose: Purpose) => {
    const id = crypto.randomUUID?.() ?? `${file.name}-${performance.now()}`;
    dispatch({ add: { id, name: file.name, progress: 0 } });
    try {
      const stored = await send(file, purpose, (progress) =>
        dispatch({ id, change: { progress } }),
      );
      dispatch({ id, change: { progress: 1, file: stored } });
      // A key that may write files need not be able to read them.
      const known = await fetchFile(stored.id).catch(() => stored);
      dispatch({ id, change: { file: known } });
    } catch (error) {
      dispatch({ id, change: { error: error as Problem } });
    }
    await client.invalidateQueries({ queryKey: ["files"] });
  };
  return [
    uploads,
    (files, purpose) => {
      for (const file of files) void upload(file, purpose);
    },
  ];
}
