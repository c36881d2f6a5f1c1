import { useQuery } from '@tanstack/react-query';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { toSnakeCase } from '@/data/titles/name-words';
import { isRequired } from '@/data/values/checks/check-value';
import type { Column, Table } from '@/lib/api.gen';

/** A key that a program generated, such as a UUID, a CUID or a ULID, and no code such as "DE-4711". */
const generatedKey = /^[0-9a-z_-]{20,36}$/i;

/** Number of existing keys that are read to find out whether a program generates them. */
const sampleSize = 3;

/**
 * Returns the name of the key for which the form of a new record generates a value: the database has no default for it,
 * because another program generates it, as with Prisma. It is a uuid, or a text with such a name whose existing values, if
 * there are any, look generated.
 */
export function useGeneratedKey(table: Table, columns: readonly Column[]): string | undefined {
  const column = findKeyColumn(table, columns);
  const isText = column?.kind === 'text';
  const keys = useQuery({
    queryKey: [...rowKeys.table(table), 'key-sample'],
    queryFn: async ({ signal }) => {
      const { rows } = await listRows(table, { columns: table.primaryKey, limit: sampleSize, signal });
      return rows.map((row) => String(row[column?.name ?? '']));
    },
    enabled: isText && column.privileges.select && table.privileges.select,
    staleTime: 60_000,
  });
  if (!isText) return column?.name;
  return keys.data?.every((key) => generatedKey.test(key)) ? column.name : undefined;
}

/** Returns the key if it has one column, needs a value, and can have a generated one. */
function findKeyColumn({ primaryKey, foreignKeys }: Table, columns: readonly Column[]): Column | undefined {
  const column = columns.find(({ name }) => primaryKey.length === 1 && name === primaryKey[0]);
  if (!column || !isRequired(column) || foreignKeys.some((key) => key.columns.includes(column.name)))
    return undefined;
  const isText =
    column.kind === 'text' &&
    !column.array &&
    /(^|_)id$/.test(toSnakeCase(column.name)) &&
    (column.maxLength ?? 36) >= 36;
  return isText || column.kind === 'uuid' ? column : undefined;
}
