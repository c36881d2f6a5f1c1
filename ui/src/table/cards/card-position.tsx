import { useEffect, useId } from 'react';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { ScrollReadout } from '@/table/position/scroll-readout';
import { TableScrollbar } from '@/table/position/table-scrollbar';
import type { CardWindow } from './use-card-window';

export interface CardPositionProps {
  pages: PagedRows;
  cards: CardWindow;
  /** The number of cards in a line. */
  columns: number;
}

/**
 * Shows the row position while the user scrolls. If only a window of the cards is rendered, also shows a scrollbar for
 * the whole table in place of the browser's.
 */
export function CardPosition({ pages, cards: { list, rows }, columns }: CardPositionProps) {
  const id = useId();
  useEffect(() => {
    if (list.current) list.current.id = id;
  }, [list, id]);
  const { scrollPosition, isWindowed, scrollTo } = rows;
  return (
    <>
      {isWindowed && (
        <TableScrollbar
          {...{ pages, scrollPosition, scrollTo }}
          controls={id}
          rowsPerLine={columns}
          noHeader
        />
      )}
      <ScrollReadout {...{ pages, scrollPosition }} rowsPerLine={columns} />
    </>
  );
}
