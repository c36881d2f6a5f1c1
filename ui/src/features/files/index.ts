export { FilesPage } from './page/files-page';
