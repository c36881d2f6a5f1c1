import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import type { Row } from '../../api/row';
import type { RowSource } from '../../api/row-source';
import { rowKeyText } from '../cells/use-cell';
import { useTable } from '../table-context';

/** The first rows that came, by which columns are fitted: later pages must not make them jump. */
export function useSample(source: RowSource): readonly Row[] {
  const sample = useRef<readonly Row[]>([]);
  const first = source.rowAt(0);
  if (sample.current.length === 0 && first) {
    const rows = Array.from({ length: 40 }, (_, i) => source.rowAt(i));
    sample.current = rows.filter((row) => row !== undefined);
  }
  return sample.current;
}

/** Ticks a row; with Shift all loaded rows between it and the one ticked before. */
export function useTicking(source: RowSource) {
  const { table, selection } = useTable();
  const before = useRef(-1);
  const { rowAt } = source;
  return useCallback(
    (index: number, row: Row, ticked: boolean, range: boolean) => {
      const entries: [string, Row][] = [[rowKeyText(table, row), row]];
      if (range && before.current >= 0) {
        const [from, to] = [Math.min(before.current, index), Math.max(before.current, index)];
        for (let i = from; i <= to; i++) {
          const other = rowAt(i);
          if (other) entries.push([rowKeyText(table, other), other]);
        }
      }
      before.current = index;
      selection.set(entries, ticked);
    },
    [table, selection, rowAt],
  );
}

/** Tells which rows are in view, on scrolling and when the grid's size changes; answers its width too. */
export function useShownRange(
  grid: RefObject<DataGridHandle | null>,
  rowHeight: number,
  show: RowSource['show'],
) {
  const [width, setWidth] = useState(0);
  const tell = useCallback(
    (element: HTMLElement) => {
      const first = Math.floor(element.scrollTop / rowHeight);
      show({ first, last: first + Math.ceil(element.clientHeight / rowHeight) });
    },
    [rowHeight, show],
  );
  useLayoutEffect(() => {
    const element = grid.current?.element;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth);
      tell(element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid, tell]);
  // Another order or filter is read from its top.
  const told = useRef(show);
  useLayoutEffect(() => {
    if (told.current === show) return;
    told.current = show;
    grid.current?.element?.scrollTo({ top: 0 });
  }, [grid, show]);
  return { width, tell };
}
