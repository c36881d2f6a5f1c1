import { createContext, use } from 'react';
import { type ApiError, toApiError } from '@/lib/api';
import { type ErrorText, formatError } from './error-texts';

/** Describes errors for a part of the page, e.g. with the titles of its table; null for the general texts. */
export const ErrorTextContext = createContext<((error: ApiError) => ErrorText) | null>(null);

/** Returns the function that describes errors in this part of the page. */
export function useErrorText(): (thrown: unknown) => ErrorText {
  const getErrorText = use(ErrorTextContext);
  return (thrown) => (getErrorText ? getErrorText(toApiError(thrown)) : formatError(thrown));
}
