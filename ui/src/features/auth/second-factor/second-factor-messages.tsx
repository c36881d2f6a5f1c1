import type { ReactNode } from 'react';

/** The texts of second factors. A translation is one more file that satisfies `typeof secondFactorMessages`. */
export const secondFactorMessages = {
  prompt: {
    title: 'Enter your code',
    hint: 'Open your authenticator app and enter the 6-digit code for this workspace.',
    chooseFactor: 'Second factor',
    code: 'Code',
    tooShort: 'Enter the 6 digits that the app shows.',
    submit: 'Continue',
    notNow: 'Not now',
    notNowHint: 'Some tables can stay hidden without your second factor.',
    signOut: 'Sign out',
    noFactor: 'Your account has no second factor yet. Add one to continue.',
    addFactor: 'Add a second factor',
  },
  enrolment: {
    requiredTitle: 'Protect your account',
    requiredHint:
      'This workspace requires a second factor: a code from an authenticator app on your phone, in addition to how you sign in.',
    title: 'Add an authenticator app',
    name: 'Name',
    nameHelp: 'To recognize it later, such as “Phone” or “Work laptop”.',
    defaultName: (number: number) => (number === 1 ? 'Authenticator app' : `Authenticator app ${number}`),
    start: 'Continue',
    scan: 'Scan this picture with your authenticator app.',
    qrCode: 'QR code for your authenticator app',
    manual: 'No camera? Enter this key in the app:',
    copySecret: 'Copy key',
    code: 'Code',
    codeHelp: 'The 6 digits that the app shows now.',
    finish: 'Turn on',
    cancel: 'Cancel',
    done: 'The second factor is on.',
  },
  section: {
    title: 'Two-factor authentication',
    hint: 'With an authenticator app, others can’t sign in with your password alone.',
    empty: 'No second factor yet.',
    add: 'Add authenticator app',
    added: (date: string) => `Added ${date}`,
    notConfirmed: 'Not confirmed',
    remove: (name: string) => `Remove ${name}`,
    removeTitle: (name: ReactNode) => <>Remove {name}?</>,
    removeHint:
      'Enter a current code of one of your authenticator apps. Then signing in no longer asks for this one.',
    codeOf: 'Enter a code of',
    confirmRemove: 'Remove',
    cancel: 'Cancel',
    removed: 'The second factor was removed.',
    unnamed: 'Authenticator app',
  },
};
