import { formatPlural } from '@/lib/text/format';

/** The texts of password fields. A translation is one more file that satisfies `typeof passwordMessages`. */
export const passwordMessages = {
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  capsLock: 'Caps lock is on',
  rules: 'Password rules',
  met: ', done',
  open: ', still missing',
  minLength: (count: number) => `At least ${formatPlural(count, 'character')}`,
  lowerCase: 'A lowercase letter',
  upperCase: 'An uppercase letter',
  letter: 'A letter',
  digit: 'A digit',
  symbol: 'A symbol, such as ! or #',
  missing: 'Enter a password.',
  rulesNotMet: 'Choose a password that meets these rules.',
  tooLong: 'This password is too long. Use at most 72 characters.',
};
