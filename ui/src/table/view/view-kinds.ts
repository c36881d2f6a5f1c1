import { CalendarDays, LayoutGrid, type LucideIcon, SquareKanban, Table2 } from 'lucide-react';
import type { ViewKind } from '@/data/query/view-ref.utils';

/** What the kinds of views are called, and their pictures. */
export const viewKinds: Record<ViewKind, { title: string; Icon: LucideIcon }> = {
  grid: { title: 'Grid', Icon: Table2 },
  board: { title: 'Board', Icon: SquareKanban },
  gallery: { title: 'Gallery', Icon: LayoutGrid },
  calendar: { title: 'Calendar', Icon: CalendarDays },
};
