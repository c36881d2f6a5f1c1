import { createContext, use } from 'react';
import { type ApiError, toApiError } from '@/lib/api';
import { type ErrorText, errorText } from './error-texts';

/** Tells errors in the words of what a part of the page is about. */
export const ErrorTextContext = createContext<((error: ApiError) => ErrorText) | null>(null);

/** An error's words, as the part of the page knows them best. */
export function useErrorText(): (thrown: unknown) => ErrorText {
  const explain = use(ErrorTextContext);
  return (thrown) => (explain ? explain(toApiError(thrown)) : errorText(thrown));
}
