export { AccountPage } from './account/account-page';
export { SetPasswordPage } from './account/set-password-page';
