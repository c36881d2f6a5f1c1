import { formatPlural } from '@/lib/text/format';

/** The texts of fields and buttons in all forms of accounts. A translation is one more file that satisfies `typeof formMessages`. */
export const formMessages = {
  emailMissing: 'Enter your e-mail address.',
  emailIncomplete: 'Enter a complete e-mail address, such as name@example.com.',
  retryIn: (seconds: number) => `Try again in ${formatPlural(seconds, 'second')}`,
  tooManyAttempts: 'Too many attempts.',
};
