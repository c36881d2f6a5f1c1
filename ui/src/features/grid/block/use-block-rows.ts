import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { fetchRange } from '@/data/paging/counts/row-range';
import type { RowOrigin, RowSource } from '@/data/paging/row-source';
import type { Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import type { Bounds } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';
import { gridMessages as messages } from '../grid-messages';
import { useRangeRequestSize } from '../use-range-request-size';

/** The progress of reading the rows of a block. */
export interface ReadProgress {
  done: number;
  total: number;
  cancel: () => void;
}

/** The indexes of the first and the last row of a block. */
export type RowSpan = Pick<Bounds, 'top' | 'bottom'>;

export interface BlockRows {
  /** Returns the loaded rows of a span; undefined if some of them aren't loaded. */
  getLoadedRows: (span: RowSpan) => Row[] | undefined;
  /**
   * Reads the rows of a span that aren't loaded, and returns all of them. If the table ends within the span, the
   * result is shorter. Rejects with an AbortError if the user cancels.
   */
  readRows: (span: RowSpan) => Promise<Row[]>;
  /** Progress while `readRows` runs; otherwise null. */
  reading: ReadProgress | null;
}

/**
 * Returns functions that read the rows of the selected block, for copy, paste and fill: those of `source`, and rows between
 * them that are not loaded. `base` is the index in the table of the source's row 0.
 */
export function useBlockRows(source: RefObject<RowSource>, view: RowsView, base: number): BlockRows {
  const { table } = useTable();
  const size = useRangeRequestSize();
  const [reading, setReading] = useState<ReadProgress | null>(null);
  const getKnownRow = useKnownRows(source);

  const isComplete = useCallback(
    (row: Row) => view.columns.every((name) => Object.hasOwn(row, name)),
    [view],
  );

  const readRows = useCallback(
    async ({ top, bottom }: RowSpan): Promise<Row[]> => {
      // Without groups, an index in the grid is a row number; with groups, heads are between the rows.
      const { rowRangeOf } = source.current;
      const range = rowRangeOf ? rowRangeOf({ first: top, last: bottom }) : { first: top, last: bottom };
      if (!range) throw new Error(messages.block.severalGroups);
      const loaded = getLoadedRows(source.current, { top, bottom }, isComplete);
      if (loaded) return loaded;
      const headCount = top - range.first;
      const aborting = new AbortController();
      const total = bottom - top + 1;
      const cancel = () => aborting.abort(new DOMException('canceled', 'AbortError'));
      setReading({ done: 0, total, cancel });
      try {
        const rows = await fetchRange({
          ...{ table, view, size, range },
          baseOffset: rowRangeOf ? 0 : base,
          getKnownRow: (index) => {
            const row = getKnownRow(index + headCount);
            return row && isComplete(row) ? row : undefined;
          },
          signal: aborting.signal,
          onProgress: (done) => setReading({ done, total, cancel }),
        });
        aborting.signal.throwIfAborted();
        const end = rows.indexOf(undefined);
        return (end < 0 ? rows : rows.slice(0, end)).filter((row) => row !== undefined);
      } finally {
        setReading(null);
      }
    },
    [source, getKnownRow, isComplete, table, view, size, base],
  );
  return { getLoadedRows: (span) => getLoadedRows(source.current, span, isComplete), readRows, reading };
}

/**
 * Returns the loaded rows of a span, without heads of groups; undefined if some of them aren't loaded, or lack large
 * values.
 */
function getLoadedRows(
  { rowAt, headAt }: RowSource,
  { top, bottom }: RowSpan,
  isComplete: (row: Row) => boolean,
): Row[] | undefined {
  const rows: Row[] = [];
  for (let index = top; index <= bottom; index++) {
    const row = rowAt(index);
    if (!row && headAt?.(index)) continue;
    if (!row || !isComplete(row)) return undefined;
    rows.push(row);
  }
  return rows;
}

interface BlockEndRows {
  segment: object | undefined;
  /** By index minus the origin's offset, which does not change within a segment. */
  rows: ReadonlyMap<number, Row>;
}

/** Returns the row at an end of the block by its index in the grid; undefined for other rows, and in another segment. */
function findEndRow({ segment, rows }: BlockEndRows, origin: RowOrigin, index: number): Row | undefined {
  return segment === origin.segment ? rows.get(index - origin.offset) : undefined;
}

/**
 * Returns a function that finds a row by its index: a loaded row, or the row at an end of the block. The rows at the
 * ends stay known after their pages are dropped, because the rows between them are read by cursors from them.
 */
function useKnownRows(source: RefObject<RowSource>): (index: number) => Row | undefined {
  const { block } = useTable();
  const ends = useRef<BlockEndRows>({ segment: undefined, rows: new Map() });
  const getKnownRow = useCallback(
    (index: number) => source.current.rowAt(index) ?? findEndRow(ends.current, source.current.origin, index),
    [source],
  );
  useEffect(
    () =>
      block.subscribe(() => {
        const { block: current } = block.snapshot();
        const { segment, offset } = source.current.origin;
        const rows = (current ? [current.anchor.row, current.head.row] : []).flatMap((index) => {
          const row = getKnownRow(index);
          return row ? [[index - offset, row] as const] : [];
        });
        ends.current = { segment, rows: new Map(rows) };
      }),
    [block, source, getKnownRow],
  );
  return getKnownRow;
}

/** Returns whether the user canceled the operation that failed with this error. */
export function isCanceled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
