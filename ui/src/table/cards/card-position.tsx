import { useEffect, useId } from 'react';
import type { Pages } from '@/data/paging/segments/pages';
import { PositionRail } from '@/table/position/position-rail';
import { ScrollReadout } from '@/table/position/scroll-readout';
import type { CardWindow } from './use-card-window';

export interface CardPositionProps {
  pages: Pages;
  cards: CardWindow;
  /** Cards of a line. */
  columns: number;
}

/** Where among the cards one is, and past what a browser can scroll, the way to all of them. */
export function CardPosition({ pages, cards: { list, rows }, columns }: CardPositionProps) {
  const id = useId();
  useEffect(() => {
    if (list.current) list.current.id = id;
  }, [list, id]);
  const { place, windowed, scrollTo } = rows;
  return (
    <>
      {windowed && <PositionRail {...{ pages, place, scrollTo }} controls={id} perLine={columns} headless />}
      <ScrollReadout {...{ pages, place }} perLine={columns} />
    </>
  );
}
