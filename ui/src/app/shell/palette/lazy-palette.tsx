import { LazySearch } from '@/components/search/lazy-search';
import type { EarlySearch } from '@/lib/browser/keyboard/early-search';
import { type LazyComponent, preloadable } from '@/lib/browser/loading/lazy-loading';
import { LoadBoundary } from '@/lib/browser/loading/load-boundary';
import { prefetchWhenIdle } from '@/lib/browser/loading/prefetch';
import { useReturnFocus } from '@/lib/browser/use-return-focus';
import { shellMessages } from '../shell-messages';
import styles from './lazy-palette.module.css';
import type { LoadedPaletteProps, PaletteProps } from './palette';

const Palette = preloadable<LoadedPaletteProps>(async () => (await import('./palette')).Palette);
prefetchWhenIdle(Palette.preload);

interface LazyPaletteProps extends PaletteProps {
  /** The text that the user typed before the app was shown. The palette opens with it the first time. */
  earlySearch: EarlySearch | undefined;
}

/**
 * Renders the palette as soon as its code is loaded. Until then, an open palette is a search input that accepts text, which
 * the palette takes over. On an error, offers to load the code again.
 */
function LoadingPalette({ earlySearch, ...props }: LazyPaletteProps) {
  // Here, because the palette itself first renders when the placeholder of the search has the focus.
  const onCloseAutoFocus = useReturnFocus(props.open);
  return (
    <LoadBoundary isOpen={props.open} onRetry={Palette.retry} onClose={() => props.onOpenChange(false)}>
      <LazySearch
        label={shellMessages.search}
        className={styles.loading}
        open={props.open}
        initialInput={earlySearch}
        onEscape={() => props.onOpenChange(false)}
      >
        {(getTypedAhead) => <Palette {...{ ...props, getTypedAhead, onCloseAutoFocus }} />}
      </LazySearch>
    </LoadBoundary>
  );
}

/** The command palette. Its code is loaded when the browser is idle, or on demand. */
export const LazyPalette: LazyComponent<LazyPaletteProps> = Object.assign(LoadingPalette, {
  preload: Palette.preload,
});
