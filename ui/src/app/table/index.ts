export { prefetchFirstRows } from './prefetch-first-rows';
export { TablePage } from './table-page';
