import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import type { RowSource } from '../../api/paging/row-source';
import type { Row } from '../../api/row';
import { rowKeyText } from '../cells/use-cell';
import { useTable } from '../table-context';

/** The first rows that came, by which columns are fitted: later pages must not make them jump. */
export function useSample(source: RowSource): readonly Row[] {
  const sample = useRef<readonly Row[]>([]);
  if (sample.current.length === 0) {
    const rows = Array.from({ length: 40 }, (_, i) => source.rowAt(i));
    sample.current = rows.filter((row) => row !== undefined);
  }
  return sample.current;
}

/** Ticks a row; with Shift all loaded rows between it and the one ticked before. */
export function useTicking(source: RowSource) {
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

/** Ticks all rows that are loaded. */
export function useTickingAll(source: RowSource) {
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

/** The grid's width, and a call when its size changes. */
export function useGridSize(
  grid: RefObject<DataGridHandle | null>,
  onResize: (element: HTMLElement) => void,
): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = grid.current?.element;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth);
      onResize(element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid, onResize]);
  return width;
}
