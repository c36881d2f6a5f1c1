import { parseTablePageState } from '@/data/query/table-page-state';
import { LazyRecordCards } from '@/features/grid/cards/lazy-record-cards';
import { mediaQueries } from '@/lib/browser/use-media-query';
import type { PageAddress } from '../first-rows-view';
import { LazyRecordPanel } from './lazy-record';
import { lazyViews } from './lazy-view';

/** Loads the code of the view and the record that a table's page shows first. A grid needs none but the page's. */
export async function preloadView({ search }: Pick<PageAddress, 'search'>): Promise<void> {
  const { view, record } = parseTablePageState(search);
  const isNarrow = window.matchMedia(mediaQueries.narrow).matches;
  await Promise.all([
    view.kind !== 'grid' && lazyViews[view.kind].preload(),
    view.kind === 'grid' && isNarrow && LazyRecordCards.preload(),
    record !== undefined && LazyRecordPanel.preload(),
  ]);
}
