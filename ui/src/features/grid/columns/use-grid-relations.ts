import { useMemo } from 'react';
import { findCompositeRelations } from '@/data/relations/composite-references';
import type { Relation } from '@/data/relations/references';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';

/** Returns the relations of the grid's columns: those of single columns, and composite ones in the column that shows the row. */
export function useGridRelations(
  table: Table,
  relations: ReadonlyMap<string, Relation>,
): ReadonlyMap<string, Relation> {
  const schema = useSchema();
  return useMemo(
    () => new Map([...findCompositeRelations(schema, table), ...relations]),
    [schema, table, relations],
  );
}
