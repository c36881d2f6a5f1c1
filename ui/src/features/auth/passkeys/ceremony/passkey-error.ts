import type { ErrorText } from '@/lib/errors/error-texts';
import { passkeyMessages } from '../passkey-messages';
import { getLocalhostURL, type PasskeyErrorCode } from './passkey-support';

/** An error of the browser's passkey functions. */
export class PasskeyError extends Error {
  constructor(
    readonly code: PasskeyErrorCode,
    /** The domain to which the backend binds its passkeys, if it is known. */
    readonly domain: string = '',
    options?: ErrorOptions,
  ) {
    super(code, options);
    this.name = 'PasskeyError';
  }
}

/** The codes of the browser's errors, by the name of the DOMException (WebAuthn Level 3, 5.1.3 and 5.1.4). */
const codes: Record<string, PasskeyErrorCode> = {
  NotAllowedError: 'canceled',
  AbortError: 'canceled',
  SecurityError: 'wrong-domain',
  InvalidStateError: 'already-registered',
  NotSupportedError: 'not-supported',
  ConstraintError: 'not-supported',
};

/** Converts an error of `navigator.credentials`. `domain` is the one in the options. */
export function toPasskeyError(thrown: unknown, domain = ''): PasskeyError {
  const name = thrown instanceof DOMException ? thrown.name : '';
  return new PasskeyError(codes[name] ?? 'failed', domain, { cause: thrown });
}

/** Whether the user canceled the browser's dialog. */
export const isCanceled = (error: unknown) => error instanceof PasskeyError && error.code === 'canceled';

/** Returns the text of an error of the browser's passkey functions; undefined for all other errors. */
export function getPasskeyErrorText(error: unknown): ErrorText | undefined {
  if (!(error instanceof PasskeyError)) return undefined;
  const [sentence, nextStep] = passkeyMessages.errors[error.code]({
    domain: error.domain,
    localhostURL: getLocalhostURL(),
  });
  return { sentence, nextStep };
}
