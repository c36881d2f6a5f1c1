import type { FileLocation } from '@/data/relations/file-location';
import type { Value } from '@/data/rows/row';
import type { EnteredValue } from '@/data/values/checks/check-value';
import type { Column } from '@/lib/api.gen';
import { getParentPath } from '@/lib/files/file-checks';

/** Returns the paths in a value or an entry: none for NULL and ''. */
export function getPaths(value: Value | EnteredValue): readonly string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.filter((item): item is string => typeof item === 'string' && item !== '');
}

/** Returns the folder for a new file: the folder of the first existing file, or that of the location. */
export function getUploadFolder(location: FileLocation, paths: readonly string[]): string {
  const [first] = paths;
  return first === undefined ? location.folder : getParentPath(first);
}

/** Returns the value with an added file: a list gets another item, a single file is replaced. */
export function addPath(column: Column, paths: readonly string[], added: string): EnteredValue {
  return column.array ? [...paths, added] : added;
}

/** Returns the value without a file. */
export function removePath(column: Column, paths: readonly string[], removed: string): EnteredValue {
  if (!column.array) return null;
  return paths.filter((path) => path !== removed);
}

/** Returns the value in which a new file replaces an old file. */
export function replacePath(
  column: Column,
  paths: readonly string[],
  old: string,
  added: string,
): EnteredValue {
  return column.array ? paths.map((path) => (path === old ? added : path)) : added;
}
