export { DashboardPage } from './dashboard-page';
export { AddToDashboardDialog, type AddToDashboardDialogProps } from './dialogs/add-to-dashboard-dialog';
export { NewDashboardDialog, type NewDashboardDialogProps } from './dialogs/new-dashboard-dialog';
export { HomeTiles } from './home-tiles';
export { preloadTiles } from './preload-tiles';
