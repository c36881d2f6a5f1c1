export { ActionsPage } from './page/actions-page';
