export { prefetchFirstRows } from './prefetch-first-rows';
export { preloadView } from './preload-view';
export { TablePage } from './table-page';
