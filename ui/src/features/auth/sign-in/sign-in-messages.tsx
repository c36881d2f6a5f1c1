import type { ReactNode } from 'react';
import { formatPlural } from '@/lib/text/format';

/** The texts of sign-in. A translation is one more file that satisfies `typeof signInMessages`. */
export const signInMessages = {
  product: 'Tableside',
  documentTitle: (workspace: string) => `Sign in · ${workspace}`,
  productVersion: (version: string) => `Tableside ${version}`,
  tagline: 'Your team’s data, with the right access for everyone.',
  introduction: 'Sign in to your workspace.',
  demoIntroduction: 'This workspace contains sample data.',
  email: 'Email',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  continue: 'Continue',
  continueAsGuest: 'Continue as guest',
  or: 'or',
  signIn: 'Sign in',
  openingLink: 'Signing you in',
  signUp: 'Create account',
  signInQuestion: 'Already have an account?',
  signUpQuestion: 'New here?',
  back: 'Back',
  change: 'Change',
  forgotPassword: 'Forgot password?',
  codeInstead: 'Email me a code instead',
  emailCode: 'Email me a code',
  otherMethods: 'Other ways to sign in',
  noMethods: 'This workspace doesn’t offer any way to sign in. Ask its owner for access.',
  recoveryTitle: 'Reset your password',
  recoveryHint: 'We’ll email you a link and a code. Then you can set a new password.',
  sendReset: 'Send email',
  signUpTitle: 'Create your account',
  code: {
    title: 'Check your email',
    sent: {
      email: (email: ReactNode) => (
        <>If {email} can sign in here, it gets a message with a link. Open the link, or enter the code.</>
      ),
      signup: (email: ReactNode) => (
        <>To confirm your address, open the link that we sent to {email}, or enter the code.</>
      ),
      recovery: (email: ReactNode) => (
        <>
          If there is an account for {email}, it gets a message with a link. Open the link, or enter the code.
        </>
      ),
    },
    label: 'Code',
    help: 'Your message has no code? Then open its link in this browser.',
    tooShort: 'Enter the code from your email. It has 6 to 10 digits.',
    submit: 'Continue',
    resend: 'Send again',
    resent: 'We sent a new message.',
    resendIn: (seconds: number) => `Send again in ${formatPlural(seconds, 'second')}`,
    mailbox: 'Open the mailbox',
    mailboxHint: 'This workspace doesn’t send emails. It keeps them in its mailbox:',
    otherEmail: 'Use a different email',
  },
  signingIn: 'Signing in',
  demoAccounts: { heading: 'Try it as', divider: 'or use your own account' },
  parkedAccounts: { heading: 'Signed in on this device', divider: 'or use another account' },
  addAccount: {
    title: 'Add an account',
    hint: (name: ReactNode) => <>{name} stays signed in. Switch between accounts in the account menu.</>,
    cancel: 'Cancel',
  },
  captcha: {
    label: 'Security check',
    required: 'Complete the security check below, then try again.',
    notLoaded:
      'The security check couldn’t be loaded. Check your connection and your ad blocker, then reload the page.',
  },
};
