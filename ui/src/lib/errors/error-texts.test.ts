import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ApiError, parseError } from '@/lib/api';
import { formatError, hasErrorText } from './error-texts';

function makeError(code: string, over: Partial<ConstructorParameters<typeof ApiError>[0]> = {}): ApiError {
  return new ApiError({
    ...{ code, message: 'said by the backend', details: '', hint: '', status: 400, requestId: '' },
    ...over,
  });
}

const listedCodes = readFileSync('ui/src/lib/errors/error-codes.txt', 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .flatMap((line) => line.split(/\s+/).filter(Boolean));

/** The server's own codes, as its source has them. */
const ownCodes = [...readFileSync('server/errors.go', 'utf8').matchAll(/^\tCode\w+ += "(\w+)"/gm)].map(
  ([, code]) => code ?? '',
);

describe('each code has a text', () => {
  it('the lists of codes are not empty', () => {
    expect(listedCodes.length).toBeGreaterThan(90);
    expect(ownCodes).toContain('row_rejected');
  });
  it.each(listedCodes)('%s', (code) => expect(hasErrorText(code)).toBe(true));
  it.each(ownCodes)('our own: %s', (code) => {
    expect(hasErrorText(code)).toBe(true);
    expect(formatError(makeError(code)).sentence).toBe('said by the backend');
  });
  it('without the backend’s terms, and with a period', () => {
    for (const code of listedCodes.filter((each) => !/^(P0001|PT|app|offline|unre)/.test(each))) {
      // A constraint or a missing permission with another message was raised by a trigger.
      const message = 'permission denied, or violates constraint';
      const { sentence, nextStep } = formatError(
        makeError(code, /^(23|42501)/.test(code) ? { message } : {}),
      );
      for (const text of [sentence, nextStep].filter(Boolean)) {
        expect(text, code).toMatch(/^[A-Z][^_]*\.$/);
        expect(text, code).not.toMatch(/constraint|violat|JWT|SQL|null value|relation/i);
      }
    }
  });
});

describe('unknown errors', () => {
  it.each([
    [
      'P0001',
      { message: 'Not on a Sunday.', hint: 'Come on Monday.' },
      'Not on a Sunday.',
      'Come on Monday.',
    ],
    [
      '23514',
      { message: 'Entry 7 is not balanced', hint: 'Change another line.' },
      'Entry 7 is not balanced',
      'Change another line.',
    ],
    ['23514', { message: 'The amount violates the budget.' }, 'The amount violates the budget.', ''],
    ['42501', { message: 'Ask a manager to approve this.' }, 'Ask a manager to approve this.', ''],
    ['42501', { message: 'Only managers can approve leave.' }, 'Only managers can approve leave.', ''],
    ['42501', { message: 'Your role can’t approve leave.' }, 'Your role can’t approve leave.', ''],
    ['PT402', { message: 'Pay first.' }, 'Pay first.', ''],
    ['ZZ999', { message: 'Odd thing.', hint: 'Do that.' }, 'Odd thing.', 'Do that.'],
    ['ZZ999', { message: '' }, 'The server rejected the request without giving a reason.', ''],
    [
      'SomethingNew',
      { status: 503 },
      'said by the backend',
      'Try again in a moment. If the problem continues, contact your admin.',
    ],
    [
      '42501',
      {
        hint: 'Grant the required privileges to the current role with: GRANT SELECT ON public.t TO authenticated;',
      },
      'Your role has no grant for this.',
      'The project’s owner can run: GRANT SELECT ON public.t TO authenticated',
    ],
    [
      '55000',
      {
        message: 'materialized view "sales" has not been populated',
        hint: 'Use the REFRESH MATERIALIZED VIEW command.',
      },
      'The materialized view “sales” contains no data yet.',
      'The project’s owner must run: refresh materialized view sales',
    ],
    ['toString', {}, 'said by the backend', ''],
    ['SomethingNew', { status: 429 }, 'said by the backend', 'Wait a minute, then try again.'],
    ['40003', {}, 'Other changes interfered.', 'Nothing was saved. Try again.'],
    ['row_rejected', { hint: 'As the policy says.' }, 'said by the backend', 'As the policy says.'],
  ])('%s %j', (code, over, sentence, next) => {
    expect(formatError(makeError(code, over))).toEqual({ sentence, nextStep: next });
  });
  it('an exception in the app is not described as an error of the backend', () => {
    expect(formatError(new TypeError('x is not a function')).sentence).toBe(
      'Something went wrong in this page.',
    );
  });
  it('states the seconds of a throttled request', () => {
    const headers = new Headers({ 'Retry-After': '41' });
    const body = JSON.stringify({ code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' });
    expect(formatError(parseError(429, headers, body))).toEqual({
      sentence: 'Too many messages were sent.',
      nextStep: 'Try again in 41 seconds.',
    });
    expect(formatError(parseError(429, new Headers(), body)).nextStep).toBe(
      'Wait a few minutes, then try again.',
    );
  });
});
