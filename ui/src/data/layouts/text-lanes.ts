import { queryOptions } from '@tanstack/react-query';
import type { GroupCount } from '@/data/paging/groups/groups.utils';
import { fetchGroups } from '@/data/paging/groups/groups-query';
import type { Filter } from '@/data/query/filters/filters.utils';
import { rowKeys } from '@/data/rows/row-keys';
import { splitNameWords } from '@/data/titles/name-words';
import { isAbandoned, isDoneValue } from '@/data/values/formats/due-dates';
import type { Column, Table } from '@/lib/api.gen';

/** The values of a text column that are lanes of a board, in the order of the lanes. */
export interface TextLanes {
  values: readonly string[];
  /** Whether rows have further values. */
  isTruncated: boolean;
}

/** Maximum number of lanes of a board over a text column. */
export const maxTextLanes = 20;

/** Maximum length of a value with a lane, because it becomes part of a URL. */
const maxValueLength = 200;

/**
 * Query for the lanes of a board over a text column: the values of the rows that match the filters and that the user can read.
 * Includes the values of the previous response, so that a lane without its last card can still get cards.
 */
export function textLanesQuery(table: Table, column: Column, filters: readonly Filter[]) {
  const queryKey = rowKeys.laneValues(table, column.name, filters);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<TextLanes> => {
      const term = { column: column.name, descending: false, nullsFirst: false };
      const found = await fetchGroups(client, { table, column, filters, term }, maxTextLanes, signal);
      const previous = client.getQueryData<TextLanes>(queryKey)?.values ?? [];
      const lanes = selectTextLanes(column, found.groups, previous);
      return { ...lanes, isTruncated: lanes.isTruncated || found.isTruncated };
    },
  });
}

/**
 * Returns at most `maxTextLanes` values: the most frequent ones, then those of `previous`. NULL is not included, because its lane
 * exists if the column is nullable.
 */
export function selectTextLanes(
  column: Column,
  groups: readonly GroupCount[],
  previous: readonly string[],
): TextLanes {
  const counts = groups.flatMap(({ value, count = 0 }) => (value === null ? [] : [{ value, count }]));
  const selected = counts
    .filter(({ value }) => value.length <= maxValueLength)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxTextLanes);
  const values = new Set([...selected.map(({ value }) => value), ...previous]);
  return {
    values: sortStatuses(column, [...values].slice(0, maxTextLanes)),
    isTruncated: selected.length < counts.length,
  };
}

const firstStatus = /^(new|draft|backlog|todo|to do|not started|planned|lead|opportunity|open|pending)$/;
const wonStatus = /^(won|approved)$/;
const lostStatus = /^(lost|failed|declined)$/;

/** Sorts the values of a status: the default of the column, the usual first values, others, finished ones and abandoned ones. */
function sortStatuses(column: Column, values: readonly string[]): string[] {
  const initial = column.default?.replace(/::[\w ]+(\(\d+\))?$/, '');
  const rank = (value: string) => {
    if (initial === `'${value.replaceAll("'", "''")}'`) return 0;
    const words = splitNameWords(value);
    const last = words.at(-1) ?? '';
    if (isAbandoned(last) || lostStatus.test(last)) return 4;
    if (isDoneValue(last) || wonStatus.test(last)) return 3;
    return firstStatus.test(words.join(' ')) ? 1 : 2;
  };
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return values.toSorted((a, b) => rank(a) - rank(b) || compare(a, b) || (a < b ? -1 : 1));
}
