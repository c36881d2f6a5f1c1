export { ImportPage, type ImportPageProps } from './page/import-page';
