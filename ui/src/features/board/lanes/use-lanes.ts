import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { referencedLanesQuery } from '@/data/layouts/lanes';
import { isPossible } from '@/data/layouts/lanes.utils';
import { isPeopleTable } from '@/data/relations/people-table';
import type { Relation } from '@/data/relations/references';
import type { RowsView } from '@/data/rows/keys';
import type { Column, Table } from '@/lib/api.gen';
import { hueOf, hueOfIndex } from '@/lib/hue';
import type { Lane } from '../board.types';

export interface Lanes {
  lanes: readonly Lane[];
  loading: boolean;
  error: unknown;
  /** There are more than are shown. */
  cut: boolean;
  refetch: () => void;
}

/** A lane for each value of an enum, or for each row that a reference may lead to, and one for NULL. */
export function useLanes(
  table: Table,
  column: Column,
  relation: Relation | undefined,
  { filters }: RowsView,
): Lanes {
  const isEnum = column.kind === 'enum';
  const query = useQuery({
    ...referencedLanesQuery(table, relation ?? noRelation(table)),
    enabled: !isEnum && relation !== undefined,
  });
  const { data } = query;
  const lanes = useMemo(() => {
    const all = isEnum ? enumLanes(column) : referenceLanes(column, relation, data?.lanes ?? []);
    if (column.nullable) all.push(laneWithout(column));
    return all.filter((lane) => isPossible(lane, filters));
  }, [isEnum, column, relation, data, filters]);
  return {
    lanes,
    loading: !isEnum && query.isPending,
    error: isEnum || data ? null : query.error,
    cut: data?.cut ?? false,
    refetch: () => void (isEnum || query.refetch()),
  };
}

/** What stands in for a relation while the query that wants one is off. */
function noRelation(table: Table): Relation {
  const { schema, name } = table;
  const key = { name: '', columns: [], refSchema: schema, refTable: name, refColumns: [], onDelete: '' };
  return { key, target: table };
}

function enumLanes(column: Column): Lane[] {
  return column.enum.map((value, i) => ({
    id: `=${value}`,
    column: column.name,
    value,
    title: value === '' ? 'empty' : value,
    hue: hueOfIndex(i),
  }));
}

function referenceLanes(
  column: Column,
  relation: Relation | undefined,
  rows: readonly { value: string; title: string }[],
): Lane[] {
  const person = relation !== undefined && isPeopleTable(relation.target);
  return rows.map(({ value, title }) => ({
    id: `=${value}`,
    column: column.name,
    value,
    title,
    hue: hueOf(value),
    person,
  }));
}

function laneWithout(column: Column): Lane {
  return { id: 'null', column: column.name, value: null, title: `No ${column.title}`, hue: undefined };
}
