import { isClosed, sumRows } from '@/data/paging/groups/groups.utils';
import { formatCount, formatPlural } from '@/lib/format';
import type { GridGrouping } from './use-grouping';

/** How many rows there are in how many groups, and what isn't known of them. */
export function GroupTotal({ grouped }: { grouped: GridGrouping }) {
  const { groups, isLoading, isTruncated, hasCounts, closed } = grouped;
  if (isLoading) return `Looking for groups… ${groups.length > 0 ? formatCount(groups.length) : ''}`;
  const many = formatPlural(groups.length, 'group');
  if (!hasCounts) {
    return (
      <span title="The table is very large, and its backend has no aggregates: groups are opened one at a time.">
        {isTruncated ? `The first ${many}` : many}, not counted
      </span>
    );
  }
  const total = sumRows(groups) ?? 0;
  const shut = groups.filter(({ value }) => isClosed(closed, value)).length;
  return (
    <>
      {isTruncated
        ? `${formatPlural(total, 'row')} in the first ${many}`
        : `${formatPlural(total, 'row')} in ${many}`}
      {isTruncated && '; the rows of the others stand below, without a heading'}
      {shut > 0 && `, ${formatCount(shut)} closed`}
    </>
  );
}

/** All rows of all groups, those of closed ones too; undefined where they aren't counted. */
export function countGroupedRows({
  groups,
  isLoading,
  isTruncated,
  hasCounts,
}: GridGrouping): number | undefined {
  return isLoading || isTruncated || !hasCounts ? undefined : sumRows(groups);
}
