import { Suspense } from 'react';
import { Spinner } from '@/components/feedback/spinner';
import type { ViewKind } from '@/data/query/view-ref.utils';
import type { Column } from '@/lib/api.gen';
import { lazyComponent } from '@/lib/browser/lazy-loading';
import type { ViewProps } from '@/table/view/view-props';
import styles from './lazy-view.module.css';
import { tablePageMessages as messages } from './table-page-messages';

interface ColumnLayoutProps extends ViewProps {
  /** The column of the view's lanes, pictures or days. */
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

/** A board, gallery or calendar. Loads the code of the view. */
export function LazyView({ kind, ...props }: LazyViewProps) {
  const View = lazyViews[kind];
  return (
    <Suspense fallback={<Spinner label={messages.loadingView} className={styles.loading} size={20} />}>
      <View {...props} />
    </Suspense>
  );
}
