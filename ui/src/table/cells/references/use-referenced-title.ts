import { useQueries, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { findRelation, getReferencedKey, referenceQuery } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { isDuplicateTitle, subscribeToDuplicateTitles } from '@/data/titles/duplicate-titles';
import {
  createTitleFormat,
  type FormatTitleColumn,
  getRowTitle,
  getSecondTitle,
  joinTitles,
} from '@/data/titles/row-titles';
import { findTitleRule } from '@/data/titles/title-columns';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';

const emptyRow: Row = {};

/**
 * Returns the function that formats a row's columns in its title: columns of a composite key that are references show
 * the titles of the referenced rows, which are loaded. Undefined for tables whose titles contain no references.
 */
export function useTitleFormat(table: Table, row: Row | null | undefined): FormatTitleColumn | undefined {
  const schema = useSchema();
  const { references } = findTitleRule(table);
  const lookups = references.map((column) => {
    const relation = findRelation(schema, table, column.name);
    return { column, relation, key: relation && getReferencedKey(relation, row ?? emptyRow) };
  });
  const results = useQueries({
    queries: lookups.map(({ relation, key }) => ({
      ...referenceQuery(relation?.target ?? table, key ?? []),
      enabled: relation !== undefined && key !== undefined,
    })),
  });
  if (references.length === 0) return undefined;
  const formatKnown = createTitleFormat(table);
  return (column, titled) => results[references.indexOf(column)]?.data?.title ?? formatKnown(column, titled);
}

/** Returns the title of a referenced row, with a second value if another loaded row has the same title. */
export function useReferencedTitle(table: Table, row: Row | undefined): string {
  const format = useTitleFormat(table, row);
  const own = row ? getRowTitle(table, row) : '';
  const isDuplicate = useSyncExternalStore(subscribeToDuplicateTitles, () => isDuplicateTitle(table, own));
  const second = useSecondTitle(table, isDuplicate ? row : undefined);
  if (!row) return '';
  return isDuplicate ? joinTitles(own, second) : getRowTitle(table, row, format);
}

/** Returns the value that distinguishes a row from rows with the same title. If it is a reference, loads its row and returns the title of that. */
function useSecondTitle(table: Table, row: Row | undefined): string {
  const schema = useSchema();
  const { second } = findTitleRule(table);
  const relation = second && findRelation(schema, table, second.name);
  const key = relation && getReferencedKey(relation, row ?? emptyRow);
  const { data } = useQuery({
    ...referenceQuery(relation?.target ?? table, key ?? []),
    enabled: key !== undefined,
  });
  if (!row) return '';
  return data?.title ?? getSecondTitle(table, row);
}
