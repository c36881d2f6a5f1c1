import type { FileEntry } from '@/lib/api.gen';
import { type FileKind, getExtension, getFileKind } from '@/lib/files/file-kind';

/** The ways in which the text of a file is shown. */
export type TextKind = 'plain' | 'code' | 'csv' | 'markdown' | 'json';

export type PreviewKind = Exclude<FileKind, 'text' | 'sheet' | 'archive' | 'other'> | TextKind | 'none';

const plainExtensions = new Set(['', 'txt', 'log', 'srt', 'vtt']);

/** Returns the way in which a file is shown, by its MIME type and its extension; `none` if it can't be shown. */
export function getPreviewKind(entry: Pick<FileEntry, 'name' | 'mimeType'>): PreviewKind {
  const kind = getFileKind(entry);
  if (kind === 'text') return getTextKind(entry);
  if (kind === 'sheet') return isCSV(entry) ? 'csv' : 'none';
  return kind === 'archive' || kind === 'other' ? 'none' : kind;
}

function isCSV({ name, mimeType }: Pick<FileEntry, 'name' | 'mimeType'>): boolean {
  return /^(csv|tsv)$/.test(getExtension(name)) || /^text\/(csv|tab-separated-values)/i.test(mimeType);
}

function getTextKind({ name, mimeType }: Pick<FileEntry, 'name' | 'mimeType'>): TextKind {
  const extension = getExtension(name);
  const type = mimeType.toLowerCase();
  // Browsers and servers send CSV and Markdown also as text/plain: the extension decides.
  if (/^(csv|tsv)$/.test(extension)) return 'csv';
  if (/^(md|markdown)$/.test(extension) || type.startsWith('text/markdown')) return 'markdown';
  if (/^(json|geojson)$/.test(extension) || /^application\/json|\+json/.test(type)) return 'json';
  return plainExtensions.has(extension) ? 'plain' : 'code';
}
