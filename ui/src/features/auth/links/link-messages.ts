/** An error of a link or a provider: what happened, why, and what to do. */
export interface LinkErrorText {
  title: string;
  reason: string;
  nextStep: string;
}

/** The texts by cause. */
const errors = {
  denied: {
    title: 'Sign-in was canceled',
    reason: 'The provider didn’t give access to your account, or you canceled.',
    nextStep: 'Sign in again, and allow access when the provider asks.',
  },
  expired: {
    title: 'This link doesn’t work anymore',
    reason:
      'A link works once and for a limited time. It has expired, was already used, or a newer one replaced it.',
    nextStep: 'Request a new message and open its link soon.',
  },
  used: {
    title: 'This link was already used',
    reason: 'Each link and each attempt to sign in works once.',
    nextStep: 'If you are not signed in, request a new message or start again.',
  },
  otherBrowser: {
    title: 'Open the link in the same browser',
    reason:
      'For your safety, a link works only in the browser in which you requested it. Some mail apps open links in a browser of their own.',
    nextStep: 'Copy the link to that browser. Or request a new message here and enter its code.',
  },
  stateMismatch: {
    title: 'Sign-in took too long or was interrupted',
    reason:
      'The response of the provider doesn’t belong to a sign-in that was started in this browser in the last minutes.',
    nextStep: 'Start again, and don’t close the browser meanwhile.',
  },
  emailTaken: {
    title: 'This account is already in use',
    reason: 'Another user of this workspace has the same email or the same account at the provider.',
    nextStep: 'Sign in the way you did before. Then connect the provider on your account page.',
  },
  emailMissing: {
    title: 'Your email isn’t confirmed',
    reason: 'The provider didn’t send a confirmed email address.',
    nextStep: 'Confirm your address at the provider, or sign in another way.',
  },
  signUpDisabled: {
    title: 'You don’t have an account here',
    reason: 'New accounts can’t be created in this workspace without an invitation.',
    nextStep: 'Ask the owner of this workspace to invite you, then sign in again.',
  },
  misconfigured: {
    title: 'This provider isn’t set up correctly',
    reason:
      'The provider rejected the workspace, or the workspace doesn’t know the provider. This isn’t caused by your account.',
    nextStep: 'Sign in another way, and report this to the owner of this workspace.',
  },
  providerFailed: {
    title: 'The provider couldn’t sign you in',
    reason:
      'The workspace got no valid response from the provider. It may be down, or not set up correctly. This isn’t caused by your account.',
    nextStep:
      'Try again. If the problem continues, sign in another way and contact the owner of this workspace.',
  },
  suspended: {
    title: 'This account is suspended',
    reason: 'The owner of this workspace has suspended it, or it was deleted.',
    nextStep: 'Contact the owner of this workspace.',
  },
  otherUser: {
    title: 'You’re signed in with a different account',
    reason: 'The link or the provider belongs to another user of this workspace. Nothing was changed.',
    nextStep: 'Sign out first, then start again. Or keep working with the current account.',
  },
  tooManyAccounts: {
    title: 'Too many accounts in this browser',
    reason: 'Five accounts are signed in in this browser already.',
    nextStep: 'Sign out of one of them in the account menu, then try again.',
  },
  throttled: {
    title: 'Too many attempts',
    reason: 'There were too many attempts in a short time.',
    nextStep: 'Wait a minute, then try again.',
  },
  unreachable: {
    title: 'Couldn’t reach the server',
    reason: 'You may be offline, or the server is restarting.',
    nextStep: 'Check your connection, then open the link from your email again.',
  },
  malformed: {
    title: 'This link is incomplete',
    reason: 'Part of the address is missing. Mail apps sometimes break long links.',
    nextStep: 'Copy the whole link from your email, or request a new message.',
  },
  unknown: {
    title: 'Sign-in didn’t work',
    reason: 'The server reported an unexpected problem.',
    nextStep: 'Try again in a moment. If the problem continues, contact the owner of this workspace.',
  },
} satisfies Record<string, LinkErrorText>;

export type LinkErrorCause = keyof typeof errors;

/** The texts of links from emails and of failed sign-ins. A translation is one more file that satisfies `typeof linkMessages`. */
export const linkMessages = {
  errors,
  signInAgain: 'Back to sign-in',
  toAccount: 'Back to your account',
  toWorkspace: 'Continue to the workspace',
  code: (code: string) => `Code: ${code}`,
  confirmOther: {
    title: 'One more step',
    reason: 'This address is confirmed. We also sent a link to your other address.',
    nextStep: 'Open that link to finish the change of your email.',
    continue: 'Continue',
  },
  signUpConfirmed: {
    title: 'This link can’t sign you in anymore',
    reason:
      'It was used more than 5 minutes after it was requested. If your account is new, your email is confirmed now.',
    nextStep: 'Go back to sign-in and request a new message. The new link stays valid longer.',
  },
  otherUser: {
    title: 'Switch accounts?',
    unknownUser: 'You are signed in with a different account than the one that the link belongs to.',
    hint: 'Your current account stays signed in: you can return to it in the account menu.',
    switchUser: 'Switch to the link’s account',
    stay: 'Keep current account',
  },
};
