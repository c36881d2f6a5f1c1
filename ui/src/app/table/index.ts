export { prefetchFirstRows } from './prefetch-first-rows';
export { TablePage } from './table-page';
export { preloadView } from './view/preload-view';
