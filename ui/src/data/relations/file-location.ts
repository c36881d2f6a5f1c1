import type { Column } from '@/lib/api.gen';
import { sanitizeName } from '@/lib/files/file-checks';

/** The location of a column's files, from the tag `@file bucket=NAME folder=PATH` in its comment. */
export interface FileLocation {
  bucket: string;
  /** The folder of the first file; '' is the root of the bucket. */
  folder: string;
}

/**
 * Returns the bucket and the folder of a column with the tag `@file bucket=photos folder=products`; undefined without
 * this tag.
 */
export function parseFileLocation(column: Column): FileLocation | undefined {
  const tag = column.tags.file ?? '';
  const bucket = /(?:^|\s)bucket=(\S+)/.exec(tag)?.[1];
  const folder = /(?:^|\s)folder=(\S+)/.exec(tag)?.[1] ?? '';
  return bucket === undefined || column.kind !== 'text'
    ? undefined
    : { bucket, folder: folder.replace(/^\/+|\/+$/g, '') };
}

/** Returns a file's name in the bucket. Browsers name pasted images and photos 'image.png', so that these get the column's name. */
export function buildObjectName(column: Column, file: Pick<File, 'name'>): string {
  const unnamed = /^image(\.\w+)$/.exec(file.name);
  return sanitizeName(unnamed ? `${column.name}${unnamed[1]}` : file.name);
}
