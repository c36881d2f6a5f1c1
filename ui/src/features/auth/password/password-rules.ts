import type { PasswordRequirements, SignInMethods } from '@/lib/api.gen';
import { passwordMessages as messages } from './password-messages';

/** The project's rules for passwords. */
export type PasswordSettings = Pick<SignInMethods, 'passwordMinLength' | 'passwordRequiredCharacters'>;

export interface PasswordRule {
  label: string;
  isMet: (password: string) => boolean;
}

/** The character classes of each setting. The auth service accepts only ASCII characters for them. */
const characterClasses: Record<PasswordRequirements, readonly [label: string, pattern: RegExp][]> = {
  '': [],
  letters_digits: [
    [messages.letter, /[a-zA-Z]/],
    [messages.digit, /[0-9]/],
  ],
  lower_upper_letters_digits: [
    [messages.lowerCase, /[a-z]/],
    [messages.upperCase, /[A-Z]/],
    [messages.digit, /[0-9]/],
  ],
  lower_upper_letters_digits_symbols: [
    [messages.lowerCase, /[a-z]/],
    [messages.upperCase, /[A-Z]/],
    [messages.digit, /[0-9]/],
    [messages.symbol, /[!@#$%^&*()_+\-=[\]{};'\\:"|<>?,./`~]/],
  ],
};

/** The maximum length of a password in bytes: bcrypt ignores what follows. */
const maxBytes = 72;

/** Returns the rules, with texts for the user. */
export function listPasswordRules(settings: PasswordSettings): PasswordRule[] {
  const { passwordMinLength: minLength, passwordRequiredCharacters: required } = settings;
  const rules: PasswordRule[] = characterClasses[required].map(([label, pattern]) => ({
    label,
    isMet: (password) => pattern.test(password),
  }));
  if (minLength === 0) return rules;
  return [
    { label: messages.minLength(minLength), isMet: (password) => password.length >= minLength },
    ...rules,
  ];
}

/** Whether a password is not longer than the auth service accepts. */
export function isPasswordTooLong(password: string): boolean {
  return new TextEncoder().encode(password).length > maxBytes;
}

/** Whether a password meets all rules. The server checks it again. */
export function meetsPasswordRules(password: string, settings: PasswordSettings): boolean {
  return !isPasswordTooLong(password) && listPasswordRules(settings).every(({ isMet }) => isMet(password));
}
