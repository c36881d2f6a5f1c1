import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { RowSource } from '../../api/paging/row-source';
import type { Row } from '../../api/row';
import { rowKeyText } from '../cells/use-cell';
import { useTable } from '../table-context';

export interface Ticking {
  /** Ticks a row; with `range` all loaded rows between it and the one ticked before, too. */
  onTick: (rowIndex: number, row: Row, ticked: boolean, range: boolean) => void;
  /** Ticks all rows that are loaded. */
  onTickAll: () => void;
}

/** What ticks rows. The same functions as long as the page is there. */
export function useTicking(source: RowSource): Ticking {
  return { onTick: useTickingRow(source), onTickAll: useTickingAll(source) };
}

function useTickingRow(source: RowSource) {
  const { table, selection } = useTable();
  const before = useRef<{ run: object; index: number }>(undefined);
  const latest = useLatest(source);
  return useCallback(
    (index: number, row: Row, ticked: boolean, range: boolean) => {
      const { rowAt, origin } = latest.current;
      const entries: [string, Row][] = [[rowKeyText(table, row), row]];
      if (range && before.current?.run === origin.run) {
        const last = before.current.index + origin.at;
        const [from, to] = [Math.min(last, index), Math.max(last, index)];
        for (let i = from; i <= to; i++) {
          const other = rowAt(i);
          if (other) entries.push([rowKeyText(table, other), other]);
        }
      }
      before.current = { run: origin.run, index: index - origin.at };
      selection.set(entries, ticked);
    },
    [table, selection, latest],
  );
}

function useTickingAll(source: RowSource) {
  const { table, selection } = useTable();
  const latest = useLatest(source);
  return useCallback(() => {
    selection.setLoaded([...latest.current.loaded()].map(([, row]) => [rowKeyText(table, row), row]));
  }, [table, selection, latest]);
}

/** The source of the last render, for what happens later: columns that changed with each page would all be drawn anew. */
function useLatest(source: RowSource): RefObject<RowSource> {
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  }, [source]);
  return latest;
}
