import { useMemo } from 'react';
import { type Relation, relationOf } from '@/data/relations/references';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/session';

/** The relations that a table's columns take part in, by column. */
export function useRelations(table: Table): ReadonlyMap<string, Relation> {
  const schema = useSchema();
  return useMemo(() => {
    const found = table.columns.map(
      (column) => [column.name, relationOf(schema, table, column.name)] as const,
    );
    return new Map(found.filter((entry): entry is [string, Relation] => entry[1] !== undefined));
  }, [schema, table]);
}
