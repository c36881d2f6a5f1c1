import { preloadable } from '@/lib/browser/loading/lazy-loading';

/** A dashboard's page. */
export const LazyDashboardPage = preloadable(
  async () => (await import('@/features/dashboard')).DashboardPage,
);
