import type { FileLocation } from '@/data/relations/file-location';
import type { Value } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { getParentPath, sanitizeName } from '@/lib/files/file-checks';

/** Returns the paths in a value: none for NULL and ''. */
export function getPaths(value: Value | undefined): readonly string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.filter((item): item is string => typeof item === 'string' && item !== '');
}

/** Returns the folder for a new file: the folder of the first existing file, or that of the location. */
export function getUploadFolder(location: FileLocation, paths: readonly string[]): string {
  const [first] = paths;
  return first === undefined ? location.folder : getParentPath(first);
}

/** Returns the value with an added file: a list gets another item, a single file is replaced. */
export function addPath(column: Column, paths: readonly string[], added: string): Value {
  return column.array ? [...paths, added] : added;
}

/** Returns the value without a file. */
export function removePath(column: Column, paths: readonly string[], removed: string): Value {
  if (!column.array) return null;
  return paths.filter((path) => path !== removed);
}

/** Returns the value in which a new file replaces an old one. */
export function replacePath(column: Column, paths: readonly string[], old: string, added: string): Value {
  return column.array ? paths.map((path) => (path === old ? added : path)) : added;
}

/** Returns a file's name in the bucket. Browsers name each pasted image 'image.png', so that it gets the column's name. */
export function buildObjectName(column: Column, file: Pick<File, 'name'>): string {
  const pasted = /^image(\.\w+)$/.exec(file.name);
  return sanitizeName(pasted ? `${column.name}${pasted[1]}` : file.name);
}
