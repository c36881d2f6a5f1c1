import { type RefObject, useEffect, useId } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { idleComponent } from '@/lib/browser/loading/lazy-loading';
import { ScrollReadout } from '@/table/position/scroll-readout';
import type { TableScrollbarProps } from '@/table/position/table-scrollbar';
import type { WindowedRows } from '@/table/position/use-row-window';

const TableScrollbar = idleComponent<TableScrollbarProps>(
  async () => (await import('@/table/position/table-scrollbar')).TableScrollbar,
);

export interface GridPositionProps {
  grid: RefObject<DataGridHandle | null>;
  pages: PagedRows;
  rows: WindowedRows;
}

/**
 * Shows the row position while the user scrolls. If the grid contains only a window of the rows, also shows a scrollbar
 * for the whole table in place of the browser's.
 */
export function GridPosition({
  grid,
  pages,
  rows: { scrollPosition, isWindowed, scrollTo },
}: GridPositionProps) {
  const id = useId();
  useEffect(() => {
    const element = grid.current?.element;
    if (element) element.id = id;
  }, [grid, id]);
  return (
    <>
      {isWindowed && <TableScrollbar {...{ pages, scrollPosition, scrollTo }} controls={id} />}
      <ScrollReadout {...{ pages, scrollPosition }} />
    </>
  );
}
