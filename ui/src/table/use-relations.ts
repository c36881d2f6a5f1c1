import { useMemo } from 'react';
import { findRelation, type Relation } from '@/data/relations/references';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';

/** Returns the relations of a table's columns by column name. */
export function useRelations(table: Table): ReadonlyMap<string, Relation> {
  const schema = useSchema();
  return useMemo(() => {
    const entries = table.columns.map(
      (column) => [column.name, findRelation(schema, table, column.name)] as const,
    );
    return new Map(entries.filter((entry): entry is [string, Relation] => entry[1] !== undefined));
  }, [schema, table]);
}
