import { Spinner } from '@/components/feedback/spinner';
import { lazyComponent } from '@/lib/browser/loading/lazy-loading';
import type { FilterEditorProps } from './filter-editor';

/** Edits one condition on a column. */
export const LazyFilterEditor = lazyComponent<FilterEditorProps>(
  async () => (await import('./filter-editor')).FilterEditor,
  <Spinner />,
);
