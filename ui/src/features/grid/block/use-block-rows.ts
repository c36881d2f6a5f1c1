import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { fetchRange } from '@/data/paging/counts/row-range';
import type { RowOrigin, RowSource } from '@/data/paging/row-source';
import type { Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { useWorkspace } from '@/lib/session';
import type { Bounds } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';

/** Rows in one request for a block. */
const maxRequestRows = 1000;

/** Rows on their way. */
export interface ReadProgress {
  done: number;
  total: number;
  cancel: () => void;
}

interface BlockEndRows {
  segment: object | undefined;
  /** By index less the origin, which stays the same while the run does. */
  rows: ReadonlyMap<number, Row>;
}

const noEndRows: BlockEndRows = { segment: undefined, rows: new Map() };

function findEndRow({ segment, rows }: BlockEndRows, origin: RowOrigin, index: number): Row | undefined {
  return segment === origin.segment ? rows.get(index - origin.offset) : undefined;
}

export type RowSpan = Pick<Bounds, 'top' | 'bottom'>;

/** The rows of a block: those that are loaded at once, the others when they have been read. */
export function useBlockRows(source: RefObject<RowSource>, view: RowsView, base: number) {
  const { table, block } = useTable();
  const { maxRows } = useWorkspace().limits;
  const size = maxRows > 0 ? Math.min(maxRequestRows, maxRows) : maxRequestRows;
  const [reading, setReading] = useState<ReadProgress | null>(null);
  /** Rows at the block's ends, kept when their pages are let go: what lies between is found from them. */
  const ends = useRef<BlockEndRows>(noEndRows);
  const known = useCallback(
    (index: number) => source.current.rowAt(index) ?? findEndRow(ends.current, source.current.origin, index),
    [source],
  );
  useEffect(
    () =>
      block.subscribe(() => {
        const { block: current } = block.state();
        const { segment, offset } = source.current.origin;
        const rows = (current ? [current.anchor.row, current.head.row] : []).flatMap((index) => {
          const row = known(index);
          return row ? [[index - offset, row] as const] : [];
        });
        ends.current = { segment, rows: new Map(rows) };
      }),
    [block, source, known],
  );

  /** Undefined if one of them isn't loaded. */
  const rowsNow = useCallback(
    ({ top, bottom }: RowSpan): Row[] | undefined => {
      const rows: Row[] = [];
      for (let at = top; at <= bottom; at++) {
        const row = source.current.rowAt(at);
        if (!row && source.current.headAt?.(at)) continue;
        if (!row) return undefined;
        rows.push(row);
      }
      return rows;
    },
    [source],
  );

  /** Rows up to the last one there is, however far the span reaches. Rejects with an AbortError if it is cancelled. */
  const readRows = useCallback(
    async ({ top, bottom }: RowSpan): Promise<Row[]> => {
      // Indexes are numbers of rows, unless heads of groups lie between them.
      const { rowRangeOf } = source.current;
      const range = rowRangeOf ? rowRangeOf({ first: top, last: bottom }) : { first: top, last: bottom };
      if (!range) throw new Error('Cells of several groups can’t be changed, or read, at once.');
      const now = rowsNow({ top, bottom });
      if (now) return now;
      const before = top - range.first;
      const aborting = new AbortController();
      const total = bottom - top + 1;
      const cancel = () => aborting.abort(new DOMException('cancelled', 'AbortError'));
      setReading({ done: 0, total, cancel });
      try {
        const rows = await fetchRange({
          ...{ table, view, size },
          range,
          // A span is of the table’s rows, wherever the window stands.
          baseOffset: rowRangeOf ? 0 : base,
          getKnownRow: (row) => known(row + before),
          signal: aborting.signal,
          onProgress: (done) => setReading({ done, total, cancel }),
        });
        aborting.signal.throwIfAborted();
        const gone = rows.indexOf(undefined);
        return (gone < 0 ? rows : rows.slice(0, gone)).filter((row) => row !== undefined);
      } finally {
        setReading(null);
      }
    },
    [source, rowsNow, known, table, view, size, base],
  );
  return { rowsNow, readRows, reading };
}

/** Whether the person themselves broke it off. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
