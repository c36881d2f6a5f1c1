import type { Value } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { getParentPath, sanitizeName } from '@/lib/files/file-checks';

/** Where the files of a column are: its comment's tag, `@file bucket=NAME folder=PATH`. */
export interface FileLocation {
  bucket: string;
  /** Where new ones go if there is none yet; '' is the bucket itself. */
  folder: string;
}

/** Where a column's files are; undefined for columns that hold none. */
export function parseFileLocation(column: Column): FileLocation | undefined {
  const tag = column.tags.file ?? '';
  const bucket = /(?:^|\s)bucket=(\S+)/.exec(tag)?.[1];
  const folder = /(?:^|\s)folder=(\S+)/.exec(tag)?.[1] ?? '';
  return bucket === undefined || column.kind !== 'text'
    ? undefined
    : { bucket, folder: folder.replace(/^\/+|\/+$/g, '') };
}

/** The paths that a value holds: none for NULL and ''. */
export function getPaths(value: Value | undefined): readonly string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.filter((item): item is string => typeof item === 'string' && item !== '');
}

/** The folder for a new file: beside those that are there. */
export function getUploadFolder(place: FileLocation, paths: readonly string[]): string {
  const [first] = paths;
  return first === undefined ? place.folder : getParentPath(first);
}

/** The value with a file more: beside the others in a list, else in the place of the one before. */
export function addPath(column: Column, paths: readonly string[], added: string): Value {
  return column.array ? [...paths, added] : added;
}

/** The value without a file. */
export function removePath(column: Column, paths: readonly string[], removed: string): Value {
  if (!column.array) return null;
  return paths.filter((path) => path !== removed);
}

/** The value with another file in the place of one. */
export function replacePath(column: Column, paths: readonly string[], old: string, added: string): Value {
  return column.array ? paths.map((path) => (path === old ? added : path)) : added;
}

/** A file's name in the bucket. What is pasted is called 'image.png' by every browser, so it gets the column's name. */
export function buildObjectName(column: Column, file: Pick<File, 'name'>): string {
  const pasted = /^image(\.\w+)$/.exec(file.name);
  return sanitizeName(pasted ? `${column.name}${pasted[1]}` : file.name);
}
