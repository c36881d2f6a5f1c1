// The pages around sign-in that are rarely needed. They are a chunk of their own, without the signed-in app.

export { SignedInPage } from '../session/signed-in-page';
export { AddAccountPage } from '../sign-in/accounts/add-account-page';
export { LinkResultPage } from './link-result-page';
export { SignInErrorPage } from './sign-in-error-page';
