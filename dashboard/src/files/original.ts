// The bytes of a file for a preview. Only kinds that no browser runs scripts of are ever shown.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { raw } from "../shared/api";

const MOST_BYTES = 40_000_000;
const MOST_TEXT = 400_000;

/** What a browser may show, by what the server found the content to be. */
const KINDS = {
  "application/pdf": "pdf",
  "image/png": "image",
  "image/jpeg": "image",
  "audio/wav": "audio",
  "audio/mp4": "audio",
  "text/plain": "text",
} as const;
export type Kind = (typeof KINDS)[keyof typeof KINDS];

export interface Original {
  kind: Kind;
  blob: Blob;
  /** The beginning of a text. */
  text: string | null;
}

export function kindOf(contentType: string | null): Kind | null {
  const name = (contentType ?? "").split(";")[0]!.trim().toLowerCase();
  return name in KINDS ? KINDS[name as keyof typeof KINDS] : null;
}

/** The original of a file, fetched once it is wanted; null when it cannot be shown. */
export function useOriginal(id: string, size: number, isWanted: boolean) {
  return useQuery({
    queryKey: ["files", id, "original"],
    queryFn: async ({ signal }): Promise<Original | null> => {
      if (size > MOST_BYTES) return null;
      const answer = await raw(`/v1/files/${id}/content`, { signal });
      const type = answer.headers.get("Content-Type");
      const kind = kindOf(type);
      if (kind === null || type === null) return null;
      // The type is ours: whatever the bytes are, they are not taken for a page.
      const blob = new Blob([await answer.arrayBuffer()], { type: type.split(";")[0] });
      const text = kind === "text" ? await blob.slice(0, MOST_TEXT).text() : null;
      return { kind, blob, text };
    },
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: 60_000,
  });
}

/** An address for a blob, for as long as it is shown. */
export function useAddressOf(blob: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}
