import { formatPlural } from '@/lib/text/format';

/** The texts of fields and buttons in all forms of accounts. A translation is one more file that satisfies `typeof formMessages`. */
export const formMessages = {
  emailMissing: 'Enter your email address.',
  emailIncomplete: 'Enter a complete email address, such as name@example.com.',
  retryIn: (seconds: number) => `Try again in ${formatPlural(seconds, 'second')}`,
  tooManyAttempts: 'Too many attempts.',
};
