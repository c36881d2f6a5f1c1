import { ErrorNotice, type ErrorNoticeProps } from '@/components/feedback/errors/error-notice';
import { toApiError } from '@/lib/api';
import { useErrorText } from '@/lib/errors/error-text-context';
import { getRetryAfter } from '../use-countdown';
import { formMessages as messages } from './form-messages';

/** Shows the error of a form with a ThrottledButton. It omits the seconds, which the button counts down. */
export function AuthError({ error, text }: Pick<ErrorNoticeProps, 'error' | 'text'>) {
  const explain = useErrorText();
  if (getRetryAfter(error) === 0) return <ErrorNotice error={error} text={text} />;
  const hasSeconds = toApiError(error).code === 'too_many_attempts';
  const sentence = hasSeconds ? messages.tooManyAttempts : explain(error).sentence;
  return <ErrorNotice error={error} text={{ sentence, nextStep: '' }} />;
}
