import { buildURL, path } from '@/lib/api';
import type { Column } from '@/lib/api.gen';

/** Where the file is that a column tagged `@file bucket=NAME` names; undefined for other columns and for ''. */
export function fileURL(column: Column, value: string): string | undefined {
  const bucket = /(?:^|\s)bucket=(\S+)/.exec(column.tags.file ?? '')?.[1];
  if (bucket === undefined || value === '') return undefined;
  const object = value.split('/').map(encodeURIComponent).join('/');
  return buildURL(`${path`/api/files/${bucket}`}/${object}`);
}
