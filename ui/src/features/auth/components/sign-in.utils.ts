import { ApiError } from '@/lib/api';

const sentences: Record<string, string> = {
  invalid_credentials: 'The e-mail or the password is wrong.',
  email_not_confirmed: 'This e-mail is not confirmed yet. Open the link in the message that you were sent.',
  user_already_exists: 'There is already an account for this e-mail. Sign in instead.',
  signup_disabled: 'This workspace takes no new accounts. Ask its owner for one.',
  over_request_rate_limit: 'Too many tries. Wait a minute, then try again.',
  over_email_send_rate_limit: 'Too many messages were sent. Wait a few minutes, then try again.',
  user_banned: 'This account is suspended. Ask the owner of the workspace.',
};

/** A failed sign-in in words for people; undefined where the backend's own are best. */
export function signInSentence(error: unknown): string | undefined {
  return error instanceof ApiError ? sentences[error.code] : undefined;
}
