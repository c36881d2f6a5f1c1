import { Suspense } from 'react';
import { Spinner } from '@/components/feedback/spinner';
import type { ViewKind } from '@/data/query/view-ref.utils';
import type { Column } from '@/lib/api.gen';
import { lazyComponent } from '@/lib/browser/lazy-loading';
import type { ViewProps } from '@/table/view/view-props';
import styles from './lazy-view.module.css';

interface ColumnLayoutProps extends ViewProps {
  /** The column that the view is made by: its lanes, its pictures, its days. */
  column: Column;
}

const lazyViews = {
  board: lazyComponent<ColumnLayoutProps>(
    async () => (await import('@/features/board/board-view')).BoardView,
  ),
  gallery: lazyComponent<ColumnLayoutProps>(
    async () => (await import('@/features/gallery/gallery-view')).GalleryView,
  ),
  calendar: lazyComponent<ColumnLayoutProps>(
    async () => (await import('@/features/calendar/calendar-view')).CalendarView,
  ),
};

export interface LazyViewProps extends ColumnLayoutProps {
  kind: Exclude<ViewKind, 'grid'>;
}

/** Rows shown by one of their columns, in each of the ways there are beside the grid. */
export function LazyView({ kind, ...props }: LazyViewProps) {
  const View = lazyViews[kind];
  return (
    <Suspense fallback={<Spinner label="Loading the view" className={styles.loading} size={20} />}>
      <View {...props} />
    </Suspense>
  );
}
