import { isClosed, sumRows } from '@/data/paging/groups/groups.utils';
import { gridMessages } from '../grid-messages';
import type { GridGrouping } from './use-grouping';

const messages = gridMessages.groups;

/** Shows how many rows are in how many groups, or which of this is not known. */
export function GroupTotal({ grouped }: { grouped: GridGrouping }) {
  const { groups, isLoading, isTruncated, hasCounts, closed } = grouped;
  if (isLoading) return messages.loading(groups.length);
  if (!hasCounts) {
    return <span title={messages.uncountedReason}>{messages.uncounted(groups.length, isTruncated)}</span>;
  }
  const total = messages.total(sumRows(groups) ?? 0, groups.length, isTruncated);
  const collapsedCount = groups.filter(({ value }) => isClosed(closed, value)).length;
  return collapsedCount > 0 ? messages.totalCollapsed(total, collapsedCount) : total;
}

/** Returns the number of rows in all groups, with collapsed groups; undefined if they aren't counted. */
export function countGroupedRows({
  groups,
  isLoading,
  isTruncated,
  hasCounts,
}: GridGrouping): number | undefined {
  return isLoading || isTruncated || !hasCounts ? undefined : sumRows(groups);
}
