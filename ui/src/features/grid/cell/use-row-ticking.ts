import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { toast } from '@/components/overlays/toast';
import { fetchRange } from '@/data/paging/counts/row-range';
import type { RowSource } from '@/data/paging/row-source';
import type { RowRange } from '@/data/paging/segments/page-plan';
import type { Row } from '@/data/rows/row';
import { rowKeyText } from '@/data/rows/row-key-text';
import type { RowsView } from '@/data/rows/row-keys';
import { formatCount } from '@/lib/format';
import { useWorkspace } from '@/lib/session';
import { useTable } from '@/table/table-context';

export interface RowTicking {
  /** Ticks a row; with `range` all between it and the one ticked before, too. */
  onTick: (rowIndex: number, row: Row, ticked: boolean, range: boolean) => void;
  /** Ticks all rows that are loaded. */
  onTickAll: () => void;
}

export interface RowTickingOptions {
  source: RowSource;
  /** The place in the table of the source's row 0. */
  base: number;
  /** Whether that place has been counted. */
  isPositionKnown: boolean;
  /** What the rows are read by. */
  view: RowsView;
}

/** What ticks rows. The same functions as long as the page is there. */
export function useRowTicking(options: RowTickingOptions): RowTicking {
  const { table, selection } = useTable();
  const before = useRef<TickPosition>(undefined);
  const latest = useLatest(options);
  const tickUnloaded = useTickUnloaded(latest);
  const onTick = useCallback(
    (index: number, row: Row, ticked: boolean, range: boolean) => {
      const { rowAt, headAt } = latest.current.source;
      const entries: [string, Row][] = [[rowKeyText(table, row), row]];
      // In another order, or of other rows, none was ticked before.
      const known = before.current?.view === latest.current.view ? before.current : undefined;
      const last = known && findTickIndex(known, latest.current);
      if (range && known && last === undefined) toast.info(unknownDistanceMessage);
      else if (range && last !== undefined) {
        const between = { first: Math.min(last, index), last: Math.max(last, index) };
        let whole = true;
        for (let i = between.first; i <= between.last; i++) {
          const other = rowAt(i);
          if (other) entries.push([rowKeyText(table, other), other]);
          else if (!headAt?.(i)) whole = false;
        }
        if (!whole) void tickUnloaded(between, ticked);
      }
      before.current = toTickPosition(index, latest.current);
      selection.set(entries, ticked);
    },
    [table, selection, latest, tickUnloaded],
  );
  const onTickAll = useCallback(() => {
    selection.selectLoaded(
      [...latest.current.source.loadedRows()].map(([, row]) => [rowKeyText(table, row), row]),
    );
  }, [table, selection, latest]);
  return { onTick, onTickAll };
}

const unknownDistanceMessage =
  'How far the row ticked before is away isn’t known yet. Only this one was selected.';

/** Where the row stands that was ticked last. */
interface TickPosition {
  view: RowsView;
  segment: object;
  /** By index less the origin, which stays the same while the run does. */
  index: number;
  /** In the table, as far as that is known. */
  position: number | undefined;
}

function toTickPosition(
  index: number,
  { source, base, isPositionKnown, view }: RowTickingOptions,
): TickPosition {
  const { segment, offset } = source.origin;
  return { view, segment, index: index - offset, position: isPositionKnown ? base + index : undefined };
}

/** The index at which it is now; undefined where that can’t be told. */
function findTickIndex(
  { segment, index, position }: TickPosition,
  { source: { origin }, base, isPositionKnown }: RowTickingOptions,
) {
  if (segment === origin.segment) return index + origin.offset;
  return isPositionKnown && position !== undefined ? position - base : undefined;
}

/** Rows that Shift ticks at once. For more, all that match can be selected. */
const maxTickedRange = 10_000;

/** Rows in one request. */
const maxRequestRows = 1000;

/** Reads the rows of a range that aren't loaded, and ticks them then. */
function useTickUnloaded(latest: RefObject<RowTickingOptions>) {
  const { table, selection } = useTable();
  const { maxRows } = useWorkspace().limits;
  const size = maxRows > 0 ? Math.min(maxRequestRows, maxRows) : maxRequestRows;
  return useCallback(
    async (between: RowRange, ticked: boolean) => {
      const { source, base, view } = latest.current;
      // Indexes are numbers of rows, unless heads of groups lie between them.
      const range = source.rowRangeOf ? source.rowRangeOf(between) : between;
      if (!range) return toast.info('Rows of several groups that aren’t loaded yet were left out.');
      if (range.last - range.first >= maxTickedRange) {
        return toast.info(
          `Shift selects up to ${formatCount(maxTickedRange)} rows. The others were left out.`,
        );
      }
      const before = between.first - range.first;
      const getKnownRow = (row: number) => source.rowAt(row + before);
      try {
        const read = await fetchRange({
          ...{ table, view, size, range, getKnownRow },
          baseOffset: source.rowRangeOf ? 0 : base,
        });
        // Cleared meanwhile.
        if (selection.isEmpty()) return;
        const rows = read.filter((row) => row !== undefined);
        selection.set(
          rows.map((row) => [rowKeyText(table, row), row]),
          ticked,
        );
      } catch (error) {
        toast.error(error, 'Rows between that aren’t loaded could not be read. They were left out.');
      }
    },
    [table, selection, size, latest],
  );
}

/** The options of the last render, for what happens later: columns that changed with each page would all be drawn anew. */
function useLatest(options: RowTickingOptions): RefObject<RowTickingOptions> {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  return latest;
}
