export { TablePage } from './components/table-page';
