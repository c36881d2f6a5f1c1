import { lazyComponent } from '@/lib/browser/lazy-loading';
import type { PaletteProps } from './palette';

/** The command palette. */
export const LazyPalette = lazyComponent<PaletteProps>(async () => (await import('./palette')).Palette);
