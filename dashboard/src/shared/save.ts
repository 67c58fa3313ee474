// Saving what needs a key to be fetched, or what was made here, as a file.

import { raw } from "./api";

/** Fetch an address with the key, and save what comes under a name. */
export async function saveAs(address: string, name: string): Promise<void> {
  const answer = await raw(address);
  saveBlob(await answer.blob(), name);
}

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
