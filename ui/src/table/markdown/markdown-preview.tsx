import { lazyComponent } from '@/lib/browser/loading/lazy-loading';
import type { MarkdownTextProps } from './markdown-text';

/** A text as Markdown, whose code is loaded on demand. */
export const MarkdownPreview = lazyComponent<MarkdownTextProps>(
  async () => (await import('./markdown-text')).MarkdownText,
);
