import { useCallback, useEffect, useRef, useState } from 'react';
import { useWorkspace } from '@/lib/session';
import type { RowsView } from '../../../api/keys';
import type { Row } from '../../../api/row';
import { readRange } from '../../../api/row-range';
import type { RowSource } from '../../../api/row-source';
import { useTable } from '../../table-context';
import type { Bounds } from './block.utils';

/** Rows in one request for a block. */
const wantedTogether = 1000;

/** Rows on their way. */
export interface Reading {
  done: number;
  total: number;
  cancel: () => void;
}

export type RowSpan = Pick<Bounds, 'top' | 'bottom'>;

/** The rows of a block: those that are loaded at once, the others when they have been read. */
export function useBlockRows(source: RowSource, view: RowsView) {
  const { table, block } = useTable();
  const { maxRows } = useWorkspace().limits;
  const size = maxRows > 0 ? Math.min(wantedTogether, maxRows) : wantedTogether;
  const [reading, setReading] = useState<Reading | null>(null);
  const latest = useRef(source);
  /** Rows at the block's ends, kept when their pages are let go: what lies between is found from them. */
  const ends = useRef<ReadonlyMap<number, Row>>(new Map());
  useEffect(() => {
    latest.current = source;
  }, [source]);
  useEffect(
    () =>
      block.subscribe(() => {
        const { block: current } = block.state();
        const rows = [current?.anchor.row, current?.head.row].flatMap((at) => {
          const row = at === undefined ? undefined : (latest.current.rowAt(at) ?? ends.current.get(at));
          return at === undefined || !row ? [] : [[at, row] as const];
        });
        ends.current = new Map(rows);
      }),
    [block],
  );

  /** Undefined if one of them isn't loaded. */
  const rowsNow = useCallback(({ top, bottom }: RowSpan): Row[] | undefined => {
    const rows: Row[] = [];
    for (let at = top; at <= bottom; at++) {
      const row = latest.current.rowAt(at);
      if (!row && latest.current.headAt?.(at)) continue;
      if (!row) return undefined;
      rows.push(row);
    }
    return rows;
  }, []);

  /** Rows up to the last one there is, however far the span reaches. Rejects with an AbortError if it is cancelled. */
  const readRows = useCallback(
    async ({ top, bottom }: RowSpan): Promise<Row[]> => {
      // Indexes are numbers of rows, unless heads of groups lie between them.
      const range = latest.current.span
        ? latest.current.span({ first: top, last: bottom })
        : { first: top, last: bottom };
      if (!range) throw new Error('Cells of several groups can’t be changed, or read, at once.');
      const now = rowsNow({ top, bottom });
      if (now) return now;
      const before = top - range.first;
      const aborting = new AbortController();
      const total = bottom - top + 1;
      const cancel = () => aborting.abort(new DOMException('cancelled', 'AbortError'));
      setReading({ done: 0, total, cancel });
      try {
        const rows = await readRange({
          ...{ table, view, size },
          range,
          known: (row) => latest.current.rowAt(row + before) ?? ends.current.get(row + before),
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
    [rowsNow, table, view, size],
  );
  return { rowsNow, readRows, reading };
}

/** Whether the person themselves broke it off. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
