export { TablePage } from './table-page';
