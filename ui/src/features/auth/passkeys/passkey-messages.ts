import type { PasskeyErrorCode } from './ceremony/passkey-support';

interface ErrorParameters {
  /** The domain to which the backend binds its passkeys; '' if it is not known. */
  domain: string;
  /** The URL of this page at localhost; null if this device doesn't serve it. */
  localhostURL: string | null;
}

type ErrorMessage = (parameters: ErrorParameters) => [sentence: string, nextStep: string];

const secureAddress = 'Open this workspace at its https address.';

/** The texts of passkeys. A translation is one more file that satisfies `typeof passkeyMessages`. */
export const passkeyMessages = {
  signIn: 'Sign in with a passkey',
  signInCanceled: 'No passkey was used. Try again, or choose another way to sign in.',
  section: {
    title: 'Passkeys',
    hint: 'Sign in with your fingerprint, face, screen lock or security key instead of a password.',
    empty: 'No passkeys yet.',
    add: 'Add a passkey',
    added: (day: string) => `Added ${day}`,
    lastUsed: (time: string) => `last used ${time}`,
    neverUsed: 'not used yet',
    unnamed: 'Passkey',
    addCanceled: 'No passkey was added.',
    addedToast: 'Passkey added',
  },
  rename: {
    button: 'Rename',
    label: (name: string) => `Rename ${name}`,
    title: 'Rename passkey',
    newTitle: 'Name your new passkey',
    help: 'A name by which you recognize the device or the password manager.',
    confirm: 'Save name',
    done: 'Passkey renamed',
    empty: 'Enter a name.',
    tooLong: (max: number) => `Use at most ${max} characters.`,
  },
  remove: {
    button: 'Delete',
    label: (name: string) => `Delete ${name}`,
    title: (name: string) => `Delete the passkey “${name}”?`,
    hint: 'You can’t sign in with it anymore. Also delete it in your password manager or in the settings of your device.',
    confirm: 'Delete passkey',
    done: 'Passkey deleted',
  },
  errors: {
    canceled: () => ['The passkey dialog was closed or took too long.', 'Try again.'],
    'not-supported': () => [
      'This browser or device doesn’t support passkeys.',
      'Update it, or use another browser.',
    ],
    insecure: () => ['Passkeys need a secure connection.', secureAddress],
    'ip-address': ({ localhostURL }) => [
      'Passkeys need a domain name, and this page is at an IP address.',
      localhostURL ? `Open ${localhostURL} instead.` : secureAddress,
    ],
    'wrong-domain': ({ domain }) => [
      'Passkeys of this workspace don’t work at this address.',
      domain ? `They work at ${domain}.` : 'Open this workspace at its usual address.',
    ],
    'already-registered': () => [
      'Your account already has a passkey on this device or in this password manager.',
      'Use that one, or choose another device.',
    ],
    failed: () => ['The browser couldn’t use the passkey.', 'Try again, or use another device.'],
  } as Record<PasskeyErrorCode, ErrorMessage>,
};
