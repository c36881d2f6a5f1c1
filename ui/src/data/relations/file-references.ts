import { queryOptions } from '@tanstack/react-query';
import { parseDefaultOrder } from '@/data/query/default-order';
import type { Condition } from '@/data/query/filters/filters.utils';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { listRows } from '@/data/rows/rows-api';
import { getRowTitle } from '@/data/titles/row-titles';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Column, Schema, Table } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { parseFileLocation } from './file-location';
import { listIdentifyingColumns, loadTitleReferences } from './references';

/** A row that contains the path of a file in a column with the tag `@file`. */
export interface FileReference {
  table: string;
  column: string;
  title: string;
  /** The page of the row; undefined if the row has no key. */
  href: string | undefined;
}

export interface FileReferences {
  rows: readonly FileReference[];
  /** Whether the bucket has columns in which rows can refer to its files. */
  hasColumns: boolean;
  /** Whether there are more rows than those in `rows`. */
  hasMore: boolean;
}

/** Maximum number of rows that are listed for each column. */
const maxRowsPerColumn = 20;

/** Query for the rows that refer to a file: one request for each readable column of the bucket. */
export function fileReferencesQuery(schema: Schema, bucket: string, path: string) {
  return queryOptions({
    queryKey: ['file-references', bucket, path] as const,
    queryFn: async ({ signal }): Promise<FileReferences> => {
      const columns = listFileColumns(schema, bucket);
      const lists = await Promise.all(
        columns.map(async ({ table, column }) => {
          const { rows } = await listRows(table, {
            filters: [matchPath(column, path)],
            order: parseDefaultOrder(table),
            columns: listIdentifyingColumns(table),
            limit: maxRowsPerColumn + 1,
            signal,
          });
          await loadTitleReferences(schema, table, rows);
          return { table, column, rows };
        }),
      );
      return {
        rows: lists.flatMap(({ table, column, rows }) =>
          rows.slice(0, maxRowsPerColumn).map((row): FileReference => {
            const key = getRowKey(table, row);
            return {
              table: table.title,
              column: column.title,
              title: getRowTitle(table, row),
              href: key && hrefs.record(table.schema, table.name, formatRecord(key)),
            };
          }),
        ),
        hasColumns: columns.length > 0,
        hasMore: lists.some(({ rows }) => rows.length > maxRowsPerColumn),
      };
    },
    staleTime: 30_000,
  });
}

/** Returns the readable columns that contain paths of a bucket's files. */
function listFileColumns(schema: Schema, bucket: string): { table: Table; column: Column }[] {
  return schema.tables
    .filter((table) => table.privileges.select)
    .flatMap((table) =>
      table.columns
        .filter((column) => column.privileges.select && parseFileLocation(column)?.bucket === bucket)
        .map((column) => ({ table, column })),
    );
}

/** Returns the condition that a column contains a path: as its value, or as an item of its list. */
export function matchPath(column: Column, path: string): Condition {
  const item = `{"${path.replace(/["\\]/g, '\\$&')}"}`;
  return {
    kind: 'condition',
    column: column.name,
    operator: column.array ? 'cs' : 'eq',
    negated: false,
    value: column.array ? item : path,
  };
}
