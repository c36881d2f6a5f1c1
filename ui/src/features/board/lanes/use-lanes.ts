import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { referencedLanesQuery } from '@/data/layouts/lane-queries';
import { canLaneHaveRows } from '@/data/layouts/lanes.utils';
import { isPeopleTable } from '@/data/relations/people-table';
import type { Relation } from '@/data/relations/references';
import type { RowsView } from '@/data/rows/row-keys';
import { getEnumHue } from '@/data/values/formats/enum-hues';
import { getEnumLabel } from '@/data/values/formats/enum-labels';
import type { Column, Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { hashHue } from '@/lib/text/hue';
import type { Lane } from '../board.types';
import { boardMessages as messages } from '../board-messages';
import { useTextLanes } from './use-text-lanes';

export interface LanesResult {
  lanes: readonly Lane[];
  loading: boolean;
  error: unknown;
  /** Whether there are more lanes than those in `lanes`. */
  isTruncated: boolean;
  refetch: () => void;
}

/**
 * Returns a lane for each value of an enum, for each row that a reference can point to, or for each value in a text column, and one
 * for NULL if the column is nullable.
 */
export function useLanes(
  table: Table,
  column: Column,
  relation: Relation | undefined,
  { filters }: RowsView,
): LanesResult {
  const schema = useSchema();
  const isEnum = column.kind === 'enum';
  const referenced = useQuery({
    ...referencedLanesQuery(schema, table, relation ?? createPlaceholderRelation(table)),
    enabled: !isEnum && relation !== undefined,
  });
  const text = useTextLanes(table, column, filters, !isEnum && relation === undefined);
  const query = relation ? referenced : text;
  const rows = referenced.data?.lanes;
  const values = text.data?.values;
  const lanes = useMemo(() => {
    const all = isEnum
      ? createEnumLanes(column)
      : relation
        ? createReferenceLanes(column, relation, rows ?? [])
        : createTextLanes(column, values ?? []);
    if (column.nullable) all.push(createNullLane(column));
    return all.filter((lane) => canLaneHaveRows(lane, filters));
  }, [isEnum, column, relation, rows, values, filters]);
  return {
    lanes,
    loading: !isEnum && query.isPending,
    error: isEnum || query.data ? null : query.error,
    isTruncated: (!isEnum && query.data?.isTruncated) ?? false,
    refetch: () => void (isEnum || query.refetch()),
  };
}

/** Returns a relation for the query's parameters while the query is disabled. */
function createPlaceholderRelation(table: Table): Relation {
  const { schema, name } = table;
  const key = { name: '', columns: [], refSchema: schema, refTable: name, refColumns: [], onDelete: '' };
  return { key, target: table };
}

function createEnumLanes(column: Column): Lane[] {
  return column.enum.map((value) => ({
    id: `=${value}`,
    column: column.name,
    value,
    title: value === '' ? messages.emptyValueLane : getEnumLabel(column, value),
    hue: getEnumHue(column, value),
  }));
}

/** Returns a lane for each value, with the color that its chip has. */
function createTextLanes(column: Column, values: readonly string[]): Lane[] {
  return values.map((value) => ({
    id: `=${value}`,
    column: column.name,
    value,
    title: value === '' ? messages.emptyValueLane : getEnumLabel(column, value),
    hue: getEnumHue(column, value),
  }));
}

/** Returns a lane for each of the rows to which the column refers. */
function createReferenceLanes(
  column: Column,
  relation: Relation,
  rows: readonly { value: string; title: string }[],
): Lane[] {
  const isPerson = isPeopleTable(relation.target);
  return rows.map(({ value, title }) => ({
    id: `=${value}`,
    column: column.name,
    value,
    title,
    hue: hashHue(value),
    isPerson,
  }));
}

function createNullLane(column: Column): Lane {
  return {
    id: 'null',
    column: column.name,
    value: null,
    title: messages.nullLane(column.title),
    hue: undefined,
  };
}
