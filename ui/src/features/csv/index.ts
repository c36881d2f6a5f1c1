export { ImportPage } from './page/import-page';
