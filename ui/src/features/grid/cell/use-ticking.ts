import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { toast } from '@/components/overlays/toast';
import { readRange } from '@/data/paging/counts/row-range';
import type { RowSource } from '@/data/paging/row-source';
import type { RowRange } from '@/data/paging/segments/pages.utils';
import type { RowsView } from '@/data/rows/keys';
import type { Row } from '@/data/rows/row';
import { formatCount } from '@/lib/format';
import { useWorkspace } from '@/lib/session';
import { rowKeyText } from '@/table/cells/use-cell';
import { useTable } from '@/table/table-context';

export interface Ticking {
  /** Ticks a row; with `range` all between it and the one ticked before, too. */
  onTick: (rowIndex: number, row: Row, ticked: boolean, range: boolean) => void;
  /** Ticks all rows that are loaded. */
  onTickAll: () => void;
}

export interface TickingOptions {
  source: RowSource;
  /** The place in the table of the source's row 0. */
  base: number;
  /** Whether that place has been counted. */
  placed: boolean;
  /** What the rows are read by. */
  view: RowsView;
}

/** What ticks rows. The same functions as long as the page is there. */
export function useTicking(options: TickingOptions): Ticking {
  const { table, selection } = useTable();
  const before = useRef<Ticked>(undefined);
  const latest = useLatest(options);
  const tickUnloaded = useUnloaded(latest);
  const onTick = useCallback(
    (index: number, row: Row, ticked: boolean, range: boolean) => {
      const { rowAt, headAt } = latest.current.source;
      const entries: [string, Row][] = [[rowKeyText(table, row), row]];
      // In another order, or of other rows, none was ticked before.
      const known = before.current?.view === latest.current.view ? before.current : undefined;
      const last = known && indexOf(known, latest.current);
      if (range && known && last === undefined) toast.info(unplaced);
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
      before.current = tickedAt(index, latest.current);
      selection.set(entries, ticked);
    },
    [table, selection, latest, tickUnloaded],
  );
  const onTickAll = useCallback(() => {
    selection.setLoaded([...latest.current.source.loaded()].map(([, row]) => [rowKeyText(table, row), row]));
  }, [table, selection, latest]);
  return { onTick, onTickAll };
}

const unplaced = 'How far the row ticked before is away isn’t known yet. Only this one was selected.';

/** Where the row stands that was ticked last. */
interface Ticked {
  view: RowsView;
  run: object;
  /** By index less the origin, which stays the same while the run does. */
  index: number;
  /** In the table, as far as that is known. */
  place: number | undefined;
}

function tickedAt(index: number, { source, base, placed, view }: TickingOptions): Ticked {
  const { run, at } = source.origin;
  return { view, run, index: index - at, place: placed ? base + index : undefined };
}

/** The index at which it is now; undefined where that can’t be told. */
function indexOf({ run, index, place }: Ticked, { source: { origin }, base, placed }: TickingOptions) {
  if (run === origin.run) return index + origin.at;
  return placed && place !== undefined ? place - base : undefined;
}

/** Rows that Shift ticks at once. For more, all that match can be selected. */
const most = 10_000;

/** Rows in one request. */
const wantedTogether = 1000;

/** Reads the rows of a range that aren't loaded, and ticks them then. */
function useUnloaded(latest: RefObject<TickingOptions>) {
  const { table, selection } = useTable();
  const { maxRows } = useWorkspace().limits;
  const size = maxRows > 0 ? Math.min(wantedTogether, maxRows) : wantedTogether;
  return useCallback(
    async (between: RowRange, ticked: boolean) => {
      const { source, base, view } = latest.current;
      // Indexes are numbers of rows, unless heads of groups lie between them.
      const range = source.span ? source.span(between) : between;
      if (!range) return toast.info('Rows of several groups that aren’t loaded yet were left out.');
      if (range.last - range.first >= most) {
        return toast.info(`Shift selects up to ${formatCount(most)} rows. The others were left out.`);
      }
      const before = between.first - range.first;
      const known = (row: number) => source.rowAt(row + before);
      try {
        const read = await readRange({
          ...{ table, view, size, range, known },
          base: source.span ? 0 : base,
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
function useLatest(options: TickingOptions): RefObject<TickingOptions> {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  return latest;
}
