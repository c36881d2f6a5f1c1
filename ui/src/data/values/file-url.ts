import { buildURL, path } from '@/lib/api';
import type { Column } from '@/lib/api.gen';

/** Returns the URL of the file in a column with the tag `@file bucket=NAME`; undefined for other columns, and for ''. */
export function getColumnFileURL(column: Column, value: string): string | undefined {
  const bucket = /(?:^|\s)bucket=(\S+)/.exec(column.tags.file ?? '')?.[1];
  if (bucket === undefined || value === '') return undefined;
  const object = value.split('/').map(encodeURIComponent).join('/');
  return buildURL(`${path`/api/files/${bucket}`}/${object}`);
}
