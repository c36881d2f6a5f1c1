import { getExtension } from '@/lib/files/file-kind';

/** A file that the user dropped or chose. */
export interface LocalFile {
  file: File;
  /** The file's path relative to what was dropped: "photos/a.jpg" for a file in the dropped folder "photos". */
  path: string;
}

/** Returns chosen or pasted files, which have no folders. */
export function listLocalFiles(files: readonly File[]): LocalFile[] {
  return files.map((file) => ({ file, path: file.name }));
}

/**
 * Returns the name of a pasted file or a photo. Browsers call all of them "image.png" or "image.jpg", so such a file gets
 * the title and the time instead.
 */
export function nameFile(file: Pick<File, 'name'>, title: string, now: Date): string {
  if (!/^image\.\w+$/.test(file.name)) return file.name;
  const pad = (value: number) => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
  const time = `${pad(now.getHours())}.${pad(now.getMinutes())}.${pad(now.getSeconds())}`;
  return `${title} ${day} ${time}.${getExtension(file.name)}`;
}

/** The data transfer type of this page's own entries while they are dragged. */
export const entryDragType = 'application/x-tableside-paths';

/**
 * Returns the dropped files and all files in dropped folders. Call it during the
 * drop event: the browser clears the transfer afterwards.
 */
export function listDroppedFiles(transfer: DataTransfer): Promise<LocalFile[]> {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  if (entries.length === 0)
    return Promise.resolve([...transfer.files].map((file) => ({ file, path: file.name })));
  return Promise.all(entries.map((entry) => collectFiles(entry, ''))).then((files) => files.flat());
}

/** Returns the entry's file, or all files in and below it. `parentPath` is empty or ends with a slash. */
async function collectFiles(entry: FileSystemEntry, parentPath: string): Promise<LocalFile[]> {
  const path = parentPath + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ file, path }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: LocalFile[] = [];
  // readEntries returns at most 100 entries per call, and none after the last.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return files;
    for (const child of entries) files.push(...(await collectFiles(child, `${path}/`)));
  }
}
