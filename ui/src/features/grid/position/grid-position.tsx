import { type RefObject, useEffect, useId } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { PositionRail } from '@/table/position/position-rail';
import { ScrollReadout } from '@/table/position/scroll-readout';
import type { WindowedRows } from '@/table/position/use-row-window';

export interface GridPositionProps {
  grid: RefObject<DataGridHandle | null>;
  pages: PagedRows;
  rows: WindowedRows;
}

/**
 * Shows the position in the table while scrolling. If the grid holds a window of the rows only, a rail replaces the
 * scrollbar, which can't reach the other rows.
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
      {isWindowed && <PositionRail {...{ pages, scrollPosition, scrollTo }} controls={id} />}
      <ScrollReadout {...{ pages, scrollPosition }} />
    </>
  );
}
