export { AccountPage } from './account/account-page';
export { SetPasswordPage } from './account/password/set-password-page';
export { ViewAsPage } from './view-as/view-as-page';
