import { Spinner } from '@/components/feedback/spinner';
import type { ViewKind } from '@/data/query/page-state/view-ref.utils';
import type { Column } from '@/lib/api.gen';
import { lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { usePrefetchBlock } from '@/lib/browser/loading/prefetch';
import type { ViewProps } from '@/table/view/view-props';
import { tablePageMessages as messages } from '../table-page-messages';
import styles from './lazy-view.module.css';

interface ColumnLayoutProps extends ViewProps {
  /** The column of the view's lanes, pictures or days. */
  column: Column;
}

function LoadingView() {
  usePrefetchBlock(true);
  return <Spinner label={messages.loadingView} className={styles.loading} size={20} />;
}

/** The chart of a table. */
export const LazyChartView = lazyComponent<ViewProps>(
  async () => (await import('@/features/chart/chart-view')).ChartView,
  <LoadingView />,
);

/** The views that are arranged by a column, by their kind. */
export const lazyViews = {
  board: lazyComponent<ColumnLayoutProps>(
    async () => (await import('@/features/board/board-view')).BoardView,
    <LoadingView />,
  ),
  gallery: lazyComponent<ColumnLayoutProps>(
    async () => (await import('@/features/gallery/gallery-view')).GalleryView,
    <LoadingView />,
  ),
  calendar: lazyComponent<ColumnLayoutProps>(
    async () => (await import('@/features/calendar/calendar-view')).CalendarView,
    <LoadingView />,
  ),
};

export interface LazyViewProps extends ColumnLayoutProps {
  kind: Exclude<ViewKind, 'grid' | 'chart'>;
}

/** A board, gallery or calendar. Loads the code of the view. */
export function LazyView({ kind, ...props }: LazyViewProps) {
  const View = lazyViews[kind];
  return <View {...props} />;
}
