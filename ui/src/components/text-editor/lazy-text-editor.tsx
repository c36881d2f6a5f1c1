import { Suspense } from 'react';
import { preloadable } from '@/lib/browser/loading/lazy-loading';
import { Skeleton } from '../feedback/skeleton';
import type { TextEditorProps } from './text-editor';

const TextEditor = preloadable<TextEditorProps>(async () => (await import('./text-editor')).TextEditor);

/** An editor for long texts, whose code is loaded when it is rendered. */
export function LazyTextEditor(props: TextEditorProps) {
  return (
    <Suspense fallback={<Skeleton width="100%" height={120} />}>
      <TextEditor {...props} />
    </Suspense>
  );
}
