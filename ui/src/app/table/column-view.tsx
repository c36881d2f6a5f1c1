import { Suspense } from 'react';
import { Spinner } from '@/components/feedback/spinner';
import type { ViewKind } from '@/data/query/view-ref.utils';
import type { Column } from '@/lib/api.gen';
import { lazyPart } from '@/lib/browser/lazy-part';
import type { ViewProps } from '@/table/view-props';
import styles from './column-view.module.css';

interface Props extends ViewProps {
  /** The column that the view is made by: its lanes, its pictures, its days. */
  column: Column;
}

const views = {
  board: lazyPart<Props>(async () => (await import('@/features/board/board-view')).BoardView),
  gallery: lazyPart<Props>(async () => (await import('@/features/gallery/gallery-view')).GalleryView),
  calendar: lazyPart<Props>(async () => (await import('@/features/calendar/calendar-view')).CalendarView),
};

export interface ColumnViewProps extends Props {
  kind: Exclude<ViewKind, 'grid'>;
}

/** Rows shown by one of their columns, in each of the ways there are beside the grid. */
export function ColumnView({ kind, ...props }: ColumnViewProps) {
  const View = views[kind];
  return (
    <Suspense fallback={<Spinner label="Loading the view" className={styles.loading} size={20} />}>
      <View {...props} />
    </Suspense>
  );
}
