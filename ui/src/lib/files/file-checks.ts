import type { Bucket, Limits } from '@/lib/api.gen';
import { formatBytes } from '@/lib/text/format';
import { getExtension } from './file-kind';
import { fileMessages } from './file-messages';
import { transliterate } from './transliterate';

/** Returns the maximum size of a file in a bucket, in bytes; Infinity if it is unknown. */
function getSizeLimit(bucket: Bucket | undefined, limits: Limits): number {
  const serverLimit = limits.uploadBytes === 0 ? Number.POSITIVE_INFINITY : limits.uploadBytes;
  return Math.min(bucket?.fileSizeLimit ?? Number.POSITIVE_INFINITY, serverLimit);
}

/** Returns the reason why a bucket does not accept a file, as a sentence; null if it can be uploaded. */
export function validateFile(
  file: Pick<File, 'name' | 'size' | 'type'>,
  bucket: Bucket | undefined,
  limits: Limits,
): string | null {
  const limit = getSizeLimit(bucket, limits);
  if (file.size > limit) {
    return fileMessages.tooLarge(formatBytes(file.size), formatBytes(limit));
  }
  const allowed = bucket?.allowedMimeTypes ?? [];
  if (allowed.length > 0 && !allowed.some((pattern) => matchesType(file.type, pattern))) {
    return fileMessages.wrongTypeForBucket(allowed.map(formatMimeType).join(', '));
  }
  return null;
}

/**
 * Returns the reason why a file does not fit the `accept` of an input (media types and extensions, separated by commas);
 * null if it does. Browsers only suggest these types.
 */
export function validateAccept({ name, type }: Pick<File, 'name' | 'type'>, accept: string): string | null {
  const patterns = accept
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '');
  const [fileName, fileType = ''] = [name.toLowerCase(), type.toLowerCase().split(';', 1)[0]];
  const isAccepted = patterns.some((each) =>
    each.startsWith('.') ? fileName.endsWith(each) : matchesType(fileType.trim(), each),
  );
  return patterns.length === 0 || isAccepted ? null : fileMessages.wrongType(describeAccept(accept));
}

/** Describes the `accept` of an input: ".csv, images". */
function describeAccept(accept: string): string {
  const patterns = accept.split(',').map((each) => each.trim());
  return patterns
    .filter((each) => each !== '')
    .map((each) => (each.startsWith('.') ? each : formatMimeType(each)))
    .join(', ');
}

function matchesType(type: string, pattern: string): boolean {
  if (pattern === '*/*' || pattern === type) return true;
  return pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1));
}

/** Whether a bucket accepts pictures of a camera, which are JPEG files. */
export function acceptsPhotos(bucket: Bucket | undefined): boolean {
  const allowed = bucket?.allowedMimeTypes ?? [];
  return allowed.length === 0 || allowed.some((pattern) => matchesType('image/jpeg', pattern));
}

/** Formats a MIME type for the user: "image/*" is "images", "application/pdf" is "PDF". */
function formatMimeType(pattern: string): string {
  const [family = '', subtype = ''] = pattern.split('/');
  if (subtype === '*')
    return family === '*' ? fileMessages.anyFiles : (fileMessages.families[family] ?? family);
  return subtype.replace(/^x-|\+xml$/g, '').toUpperCase();
}

/**
 * Describes the files that a bucket accepts, or of these the types of an input's `accept`: "images, up to 5 MB each";
 * without the size if no limit is known.
 */
export function describeLimits(bucket: Bucket | undefined, limits: Limits, accept = ''): string {
  const types = bucket?.allowedMimeTypes ?? [];
  const allowed = types.length > 0 ? types.map(formatMimeType).join(', ') : fileMessages.anyFiles;
  const what = describeAccept(accept) || allowed;
  const limit = getSizeLimit(bucket, limits);
  return Number.isFinite(limit) ? fileMessages.upTo(what, formatBytes(limit)) : what;
}

/** Characters that hosted Supabase rejects in an object's name, with InvalidKey. */
const disallowedCharacters = /[^\w!\-.*'() &$@=;:+,?]+/g;

/** Whether hosted Supabase accepts the characters of each name in a path. */
export function isValidPath(path: string): boolean {
  return path.split('/').every((name) => name.search(disallowedCharacters) === -1);
}

/** Replaces the characters that hosted Supabase rejects: "Kōhī ☕.jpg" is "Kohi _.jpg", "Łódź.pdf" is "Lodz.pdf". */
export function sanitizeName(name: string): string {
  return transliterate(name).replace(disallowedCharacters, '_');
}

/** Returns a path with each name in the form of sanitizeName. */
export function sanitizePath(path: string): string {
  return path.split('/').map(sanitizeName).join('/');
}

/** Returns a name that is not in `taken`, with a number: "photo.jpg" becomes "photo (2).jpg". */
export function makeUniqueName(name: string, taken: ReadonlySet<string>): string {
  const suffix = getExtension(name);
  const stem = suffix === '' ? name : name.slice(0, -suffix.length - 1);
  for (let i = 2; ; i++) {
    const candidate = suffix === '' ? `${stem} (${i})` : `${stem} (${i}).${name.slice(stem.length + 1)}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Returns the problem with a typed name of a file or folder, as a sentence; undefined if it is valid. */
export function validateFileName(name: string): string | undefined {
  if (name.trim() === '') return fileMessages.nameMissing;
  if (name.includes('/')) return fileMessages.nameWithSlash;
  if (name === '.' || name === '..') return fileMessages.nameReserved;
  return undefined;
}

/** Returns the path of a name in a folder; `prefix` is "" for the bucket itself. */
export function joinPath(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Returns the name of a file or folder without its folder. */
export function getFileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the folder of a path; "" is the bucket itself. */
export function getParentPath(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}
