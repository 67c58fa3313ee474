// The files that were dropped, those inside of folders included.

/** Every file of a drop; folders are walked, and what systems hide in them is left out. */
export async function filesOf(data: DataTransfer): Promise<File[]> {
  // Both must be asked before anything is awaited: afterwards the drop is over.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const plain = [...data.files];
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  const walked = await Promise.all(entries.flatMap((entry) => (entry ? [walk(entry)] : [])));
  return walked.flat();
}

async function walk(entry: FileSystemEntry): Promise<File[]> {
  if (isHidden(entry.name)) return [];
  if (entry.isFile) return [await fileOf(entry as FileSystemFileEntry)];
  const inside = await childrenOf(entry as FileSystemDirectoryEntry);
  return (await Promise.all(inside.map(walk))).flat();
}

/** `.DS_Store` and its like, which nobody means to upload. */
export function isHidden(name: string): boolean {
  return name.startsWith(".") || name === "Thumbs.db" || name === "desktop.ini";
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A browser gives a folder's content in portions, until a portion is empty. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return found;
    found.push(...some);
  }
}
