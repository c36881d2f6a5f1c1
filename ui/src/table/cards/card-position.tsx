import { useEffect, useId } from 'react';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { PositionRail } from '@/table/position/position-rail';
import { ScrollReadout } from '@/table/position/scroll-readout';
import type { CardWindow } from './use-card-window';

export interface CardPositionProps {
  pages: PagedRows;
  cards: CardWindow;
  /** The number of cards in a line. */
  columns: number;
}

/** Shows the scroll position among the cards; for more cards than a browser can scroll, with the rail that reaches all of them. */
export function CardPosition({ pages, cards: { list, rows }, columns }: CardPositionProps) {
  const id = useId();
  useEffect(() => {
    if (list.current) list.current.id = id;
  }, [list, id]);
  const { scrollPosition, isWindowed, scrollTo } = rows;
  return (
    <>
      {isWindowed && (
        <PositionRail {...{ pages, scrollPosition, scrollTo }} controls={id} rowsPerLine={columns} noHeader />
      )}
      <ScrollReadout {...{ pages, scrollPosition }} rowsPerLine={columns} />
    </>
  );
}
