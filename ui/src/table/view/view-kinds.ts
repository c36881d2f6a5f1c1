import { CalendarDays, ChartColumn, LayoutGrid, type LucideIcon, SquareKanban, Table2 } from 'lucide-react';
import type { ViewKind } from '@/data/query/page-state/view-ref.utils';
import { tableMessages } from '@/table/table-messages';

const { kinds: titles } = tableMessages.view;

/** The titles and icons of the kinds of views. */
export const viewKinds: Record<ViewKind, { title: string; Icon: LucideIcon }> = {
  grid: { title: titles.grid, Icon: Table2 },
  board: { title: titles.board, Icon: SquareKanban },
  gallery: { title: titles.gallery, Icon: LayoutGrid },
  calendar: { title: titles.calendar, Icon: CalendarDays },
  chart: { title: titles.chart, Icon: ChartColumn },
};
