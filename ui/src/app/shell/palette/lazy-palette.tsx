import { LazySearch } from '@/components/search/lazy-search';
import { type LazyComponent, preloadable } from '@/lib/browser/loading/lazy-loading';
import { prefetchWhenIdle } from '@/lib/browser/loading/prefetch';
import { shellMessages } from '../shell-messages';
import styles from './lazy-palette.module.css';
import type { LoadedPaletteProps, PaletteProps } from './palette';

const Palette = preloadable<LoadedPaletteProps>(async () => (await import('./palette')).Palette);
prefetchWhenIdle(Palette.preload);

/** The command palette. Its code is loaded when the browser is idle, or on demand. */
export const LazyPalette: LazyComponent<PaletteProps> = Object.assign(
  (props: PaletteProps) => (
    <LazySearch
      label={shellMessages.search}
      className={styles.loading}
      open={props.open}
      onEscape={() => props.onOpenChange(false)}
    >
      {(getTypedAhead) => <Palette {...props} getTypedAhead={getTypedAhead} />}
    </LazySearch>
  ),
  { preload: Palette.preload },
);
