/** A file with its path below what was dropped or chosen: "photos/a.jpg" for one in a dropped folder. */
export interface LocalFile {
  file: File;
  path: string;
}

/** The type under which this page drags its own files. */
export const entryDragType = 'application/x-tableside-paths';

/** The files that were dropped, those in folders too. Call it in the drop event itself. */
export function listDroppedFiles(transfer: DataTransfer): Promise<LocalFile[]> {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  if (entries.length === 0)
    return Promise.resolve([...transfer.files].map((file) => ({ file, path: file.name })));
  return Promise.all(entries.map((entry) => collectFiles(entry, ''))).then((found) => found.flat());
}

async function collectFiles(entry: FileSystemEntry, below: string): Promise<LocalFile[]> {
  const path = below + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ file, path }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: LocalFile[] = [];
  // A reader hands out at most 100 entries at a time, and none at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return found;
    for (const child of entries) found.push(...(await collectFiles(child, `${path}/`)));
  }
}
