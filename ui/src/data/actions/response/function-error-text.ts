import type { ApiError } from '@/lib/api';
import { type ErrorText, formatError, hasSpecificText } from '@/lib/errors/error-texts';

/**
 * Returns the text of an error that a function raised. A function can raise the SQLSTATEs of PostgreSQL with a message
 * for users; that message is shown. PostgreSQL's own messages begin with a lower-case letter.
 */
export function formatFunctionError(error: ApiError): ErrorText {
  const { code, message, hint } = error;
  const isOfFunction = /^(22|23)|^42501$/.test(code) && /^[^a-z]/.test(message);
  const hasOnlyGeneralText = code.startsWith('22') && !hasSpecificText(code);
  if (message !== '' && (isOfFunction || hasOnlyGeneralText)) return { sentence: message, nextStep: hint };
  return formatError(error);
}
