import { path } from '@/lib/api';
import type { FileArchiveRequest, FileEntry } from '@/lib/api.gen';

/** The number of files and folders that a request can name (maxArchivePaths of the server). */
export const maxArchiveEntries = 20_000;

/**
 * Downloads files and folders as one zip archive (POST /api/files/:bucket/zip). Submits a form to a hidden frame, so that
 * the browser saves the archive while it arrives. With `isWhole`, the archive contains everything in and below the
 * folder `prefix`, without a limit; otherwise at most `maxArchiveEntries` entries. `onError` is called if the server responds with an error instead.
 */
export function downloadArchive(
  bucket: string,
  prefix: string,
  entries: readonly FileEntry[],
  isWhole: boolean,
  onError: () => void,
) {
  const [only] = entries;
  const folder = prefix.split('/').pop() || bucket;
  const request: FileArchiveRequest = {
    ...(isWhole
      ? { paths: [], folders: [], all: true }
      : {
          paths: entries.filter((entry) => !entry.folder).map((entry) => entry.path),
          folders: entries.filter((entry) => entry.folder).map((entry) => entry.path),
        }),
    base: prefix,
    name: entries.length === 1 && only ? only.name : folder,
  };
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.name = `download-${Date.now()}`;
  const form = document.createElement('form');
  form.method = 'post';
  form.action = path`/api/files/${bucket}/zip`;
  form.target = frame.name;
  form.hidden = true;
  const field = document.createElement('input');
  field.name = 'request';
  field.value = JSON.stringify(request);
  form.append(field);
  document.body.append(frame, form);
  // A download loads no document into the frame, so that only an error does.
  frame.addEventListener('load', () => {
    if (frame.contentDocument?.URL === 'about:blank') return;
    frame.remove();
    onError();
  });
  form.submit();
  form.remove();
}
