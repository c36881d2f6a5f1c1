export { AccountPage } from './account/account-page';
export { SetPasswordPage } from './account/password/set-password-page';
