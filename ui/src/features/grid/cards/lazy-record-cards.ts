import { lazyComponent } from '@/lib/browser/loading/lazy-loading';
import type { RecordCardsProps } from './record-cards';

/** The rows as a list of cards, for phones. */
export const LazyRecordCards = lazyComponent<RecordCardsProps>(
  async () => (await import('./record-cards')).RecordCards,
);
