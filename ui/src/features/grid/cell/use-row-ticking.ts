import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { toast } from '@/components/overlays/toast';
import { fetchRange } from '@/data/paging/counts/row-range';
import type { RowSource } from '@/data/paging/row-source';
import type { RowRange } from '@/data/paging/segments/page-plan';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../grid-messages';
import { useRangeRequestSize } from '../use-range-request-size';

const messages = gridMessages.selection;

/** Maximum number of rows that a click with Shift ticks. */
const maxTickedRange = 10_000;

export interface RowTicking {
  /** Ticks or unticks a row; with `isRange` also all rows between it and the one ticked before. */
  onTick: (index: number, row: Row, ticked: boolean, isRange: boolean) => void;
  /** Ticks all loaded rows. */
  onTickAll: () => void;
}

export interface RowTickingOptions {
  source: RowSource;
  /** The position in the table of the source's row 0. */
  base: number;
  /** Whether `base` is exact. */
  isPositionKnown: boolean;
  /** The view that the rows are read by. */
  view: RowsView;
}

/** Returns functions that tick rows. Their identity never changes, since the grid's columns depend on them. */
export function useRowTicking(options: RowTickingOptions): RowTicking {
  const { table, selection } = useTable();
  const lastTick = useRef<TickPosition>(undefined);
  const latest = useLatest(options);
  const tickUnloaded = useTickUnloaded(latest);
  const onTick = useCallback(
    (index: number, row: Row, ticked: boolean, isRange: boolean) => {
      const { rowAt, headAt } = latest.current.source;
      const entries: [string, Row][] = [[getCachedRowKey(table, row), row]];
      // A tick in another order or with other filters has no position among these rows.
      const previous = lastTick.current?.view === latest.current.view ? lastTick.current : undefined;
      const start = previous && findTickIndex(previous, latest.current);
      if (isRange && previous && start === undefined) toast.info(messages.unknownDistance);
      else if (isRange && start !== undefined) {
        const range = { first: Math.min(start, index), last: Math.max(start, index) };
        let isLoaded = true;
        for (let i = range.first; i <= range.last; i++) {
          const other = rowAt(i);
          if (other) entries.push([getCachedRowKey(table, other), other]);
          else if (!headAt?.(i)) isLoaded = false;
        }
        if (!isLoaded) void tickUnloaded(range, ticked);
      }
      lastTick.current = toTickPosition(index, latest.current);
      selection.set(entries, ticked);
    },
    [table, selection, latest, tickUnloaded],
  );
  const onTickAll = useCallback(() => {
    selection.selectLoaded(
      [...latest.current.source.loadedRows()].map(([, row]) => [getCachedRowKey(table, row), row]),
    );
  }, [table, selection, latest]);
  return { onTick, onTickAll };
}

/** The position of the row that was ticked last. */
interface TickPosition {
  view: RowsView;
  segment: object;
  /** The index minus the origin's offset, which does not change within a segment. */
  index: number;
  /** The position in the table; undefined if it is not known. */
  position: number | undefined;
}

function toTickPosition(
  index: number,
  { source, base, isPositionKnown, view }: RowTickingOptions,
): TickPosition {
  const { segment, offset } = source.origin;
  return { view, segment, index: index - offset, position: isPositionKnown ? base + index : undefined };
}

/** Returns the current index of the row that was ticked last; undefined if it is not known. */
function findTickIndex(
  { segment, index, position }: TickPosition,
  { source: { origin }, base, isPositionKnown }: RowTickingOptions,
) {
  if (segment === origin.segment) return index + origin.offset;
  return isPositionKnown && position !== undefined ? position - base : undefined;
}

/** Returns a function that reads the rows of a range that aren't loaded, and then ticks all rows of the range. */
function useTickUnloaded(latest: RefObject<RowTickingOptions>) {
  const { table, selection } = useTable();
  const size = useRangeRequestSize();
  return useCallback(
    async (indexes: RowRange, ticked: boolean) => {
      const { source, base, view } = latest.current;
      // Without groups, an index in the grid is a row number; with groups, heads are between the rows.
      const range = source.rowRangeOf ? source.rowRangeOf(indexes) : indexes;
      if (!range) return toast.info(messages.severalGroups);
      if (range.last - range.first >= maxTickedRange)
        return toast.info(messages.rangeTooLong(maxTickedRange));
      const headCount = indexes.first - range.first;
      const getKnownRow = (row: number) => source.rowAt(row + headCount);
      try {
        const read = await fetchRange({
          ...{ table, view, size, range, getKnownRow },
          baseOffset: source.rowRangeOf ? 0 : base,
        });
        // The user cleared the selection in the meantime.
        if (selection.isEmpty()) return;
        const rows = read.filter((row) => row !== undefined);
        selection.set(
          rows.map((row) => [getCachedRowKey(table, row), row]),
          ticked,
        );
      } catch (error) {
        toast.error(error, messages.rangeLoadFailed);
      }
    },
    [table, selection, size, latest],
  );
}

/** Returns the options of the last render, for callbacks that must not change with each loaded page. */
function useLatest(options: RowTickingOptions): RefObject<RowTickingOptions> {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  return latest;
}
