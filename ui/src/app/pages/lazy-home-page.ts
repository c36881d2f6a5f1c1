import { preloadable } from '@/lib/browser/loading/lazy-loading';

/** The home page, whose code is loaded separately. */
export const LazyHomePage = preloadable(async () => (await import('@/features/home')).HomePage);
