import type { FileEntry } from '@/lib/api.gen';

/**
 * The kind of a file, which determines its icon and preview. `drawing` is SVG, which can contain scripts, so the server
 * sends it as application/octet-stream.
 */
export type FileKind =
  | 'image'
  | 'drawing'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'text'
  | 'sheet'
  | 'archive'
  | 'other';

const kindsByType: [RegExp, FileKind][] = [
  [/^image\/svg\+xml/, 'drawing'],
  [/^image\//, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/^application\/pdf$/, 'pdf'],
  [/spreadsheet|ms-excel|^text\/(csv|tab-separated-values)$/, 'sheet'],
  [/^text\/|^application\/(json|xml|yaml|x-yaml|toml|sql|javascript|x-sh|x-ndjson)|\+(json|xml)$/, 'text'],
  [/zip|x-tar|gzip|x-7z|x-rar|bzip/, 'archive'],
];

const kindsByExtension: Record<string, FileKind> = {
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  gif: 'image',
  webp: 'image',
  avif: 'image',
  svg: 'drawing',
  mp4: 'video',
  webm: 'video',
  mov: 'video',
  mp3: 'audio',
  wav: 'audio',
  ogg: 'audio',
  flac: 'audio',
  m4a: 'audio',
  pdf: 'pdf',
  txt: 'text',
  md: 'text',
  json: 'text',
  xml: 'text',
  yml: 'text',
  yaml: 'text',
  toml: 'text',
  sql: 'text',
  log: 'text',
  markdown: 'text',
  jsonl: 'text',
  ndjson: 'text',
  geojson: 'text',
  html: 'text',
  htm: 'text',
  css: 'text',
  js: 'text',
  mjs: 'text',
  jsx: 'text',
  ts: 'text',
  tsx: 'text',
  py: 'text',
  rb: 'text',
  go: 'text',
  rs: 'text',
  java: 'text',
  kt: 'text',
  swift: 'text',
  c: 'text',
  h: 'text',
  cpp: 'text',
  cs: 'text',
  php: 'text',
  sh: 'text',
  lua: 'text',
  r: 'text',
  ini: 'text',
  conf: 'text',
  diff: 'text',
  srt: 'text',
  vtt: 'text',
  csv: 'sheet',
  tsv: 'sheet',
  xlsx: 'sheet',
  zip: 'archive',
  gz: 'archive',
};

/** Returns the kind of a file by its MIME type, or by its extension if the type is not specific. */
export function getFileKind({ name, mimeType }: Pick<FileEntry, 'name' | 'mimeType'>): FileKind {
  const type = mimeType.toLowerCase();
  const known = kindsByType.find(([pattern]) => pattern.test(type));
  if (known) return known[1];
  const extension = getExtension(name);
  // Not by the index alone: an extension can be "constructor".
  return (Object.hasOwn(kindsByExtension, extension) && kindsByExtension[extension]) || 'other';
}

/** Returns the part of a name after its last dot, in lower case; "" if there is none. */
export function getExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}
