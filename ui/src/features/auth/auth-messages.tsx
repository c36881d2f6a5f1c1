import type { ReactNode } from 'react';

/** The texts of sign-in and account. A translation is one more file that satisfies `typeof authMessages`. */
export const authMessages = {
  signIn: {
    product: 'Tableside',
    documentTitle: (workspace: string) => `Sign in · ${workspace}`,
    productVersion: (version: string) => `Tableside ${version}`,
    tagline: 'Your team’s data, with the right access for everyone.',
    introduction: 'Sign in to your workspace.',
    demoIntroduction: 'Sample data. Pick a person to try it.',
    email: 'E-mail',
    password: 'Password',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    capsLock: 'Caps lock is on',
    signIn: 'Sign in',
    signUp: 'Create account',
    signInQuestion: 'Already have an account?',
    signUpQuestion: 'New here?',
    noPasswordSignIn: 'This workspace doesn’t offer sign-in with a password. Ask its owner for access.',
    confirmEmail: (email: ReactNode) => (
      <>
        <b>Confirm your e-mail.</b> We sent a link to {email}. Open it, then sign in here.
      </>
    ),
    backToSignIn: 'Back to sign-in',
  },
  demoAccounts: {
    heading: 'Try it as',
    divider: 'or use your own account',
    signingIn: 'Signing in',
  },
  sessionExpired: {
    title: 'Sign in again',
    description: (email: ReactNode) => (
      <>The session of {email} has expired. Your work on this page is safe.</>
    ),
    switchAccount: 'Use a different account',
  },
  accountChanged: {
    title: 'A different account is now signed in',
    description: (sessionUser: ReactNode, pageUser: ReactNode) => (
      <>
        {sessionUser} signed in in another tab. This page belongs to {pageUser} and is paused.
      </>
    ),
    continueAs: (name: string) => `Continue as ${name}`,
  },
  account: {
    title: 'Account',
    signOut: 'Sign out',
    signOutFailed: 'You are still signed in.',
    role: 'Database role',
    userId: 'User ID',
    workspace: 'Workspace',
    backend: 'Backend',
    localBackend: 'Built in, on this server',
    supabaseBackend: 'Supabase',
    version: 'Version',
    versionWithCommit: (version: string, commit: string) => `${version} (${commit})`,
    theme: 'Theme',
    timeZone: 'Time zone',
    timeZoneHelp: 'Used for all times. Saved on this device.',
    about: 'About',
    license: (version: string) =>
      `Tableside ${version} is open-source software under the Apache 2.0 license.`,
    thirdPartyLicenses: 'Third-party license notices',
  },
};
