import type { PageAddress } from '@/app/start/first-rows-view';
import { parseTablePageState } from '@/data/query/page-state/table-page-state';
import { LazyRecordCards } from '@/features/grid/cards/lazy-record-cards';
import { mediaQueries } from '@/lib/browser/theme/use-media-query';
import { LazyRecordPanel } from '../record/lazy-record';
import { LazyChartView, lazyViews } from './lazy-view';

/** Loads the code of the view and the record that a table's page shows first. A grid needs none but the page's. */
export async function preloadView({ search }: Pick<PageAddress, 'search'>): Promise<void> {
  const { view, record } = parseTablePageState(search);
  const isNarrow = window.matchMedia(mediaQueries.narrow).matches;
  await Promise.all([
    view.kind === 'chart' && LazyChartView.preload(),
    view.kind !== 'grid' && view.kind !== 'chart' && lazyViews[view.kind].preload(),
    view.kind === 'grid' && isNarrow && LazyRecordCards.preload(),
    record !== undefined && LazyRecordPanel.preload(),
  ]);
}
