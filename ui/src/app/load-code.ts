import { parseRoute } from '@/lib/routes';

/** Loads the shell and what all of its pages use. */
export const loadSignedInApp = () => import('./signed-in-app');

/** Loads the code for a path as a signed-in user sees it, before a component asks for it. */
export function preloadPage(path: string): void {
  const { page } = parseRoute(path);
  const ignoreError = () => undefined; // The component that needs the code loads it again and shows the error.
  loadSignedInApp().catch(ignoreError);
  if (page === 'home' || page === 'table') import('./table').catch(ignoreError);
}
