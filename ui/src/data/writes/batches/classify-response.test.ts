import { expect, it } from 'vitest';
import { ApiError } from '@/lib/api';
import { classifyResponse } from './classify-response';

it.each([
  ['23505', 409, 'duplicate key value', 'rows'],
  ['22P02', 400, 'invalid input syntax', 'rows'],
  ['P0001', 400, 'An order can’t go back', 'rows'],
  ['PT409', 409, 'taken', 'rows'],
  ['21000', 500, 'cannot affect row a second time', 'rows'],
  ['too_large', 413, '', 'rows'],
  ['PGRST124', 400, 'Query result exceeds max-affected preference constraint', 'rows'],
  ['42501', 403, 'new row violates row-level security policy for table "x"', 'rows'],
  ['42501', 403, 'permission denied for table x', 'request'],
  ['42P10', 400, 'no unique constraint', 'request'],
  ['57014', 500, 'canceling statement due to statement timeout', 'rows'],
  ['53300', 503, 'too many connections', 'later'],
  ['40P01', 500, 'deadlock detected', 'later'],
  ['not_signed_in', 401, '', 'later'],
  ['25006', 405, 'cannot execute UPDATE in a read-only transaction', 'request'],
  ['unknown_column', 400, '', 'request'],
  ['address_too_long', 414, '', 'rows'],
  ['row_rejected', 403, '', 'rows'],
  ['over_request_rate_limit', 429, '', 'later'],
  ['project_paused', 503, '', 'later'],
  ['backend_unreachable', 503, '', 'later'],
  ['backend_timeout', 504, '', 'unknown'],
  ['unreachable', 0, '', 'unknown'],
  ['unreadable', 200, '', 'unknown'],
] as const)('%s %i %s: %s', (code, status, message, expected) => {
  expect(
    classifyResponse(new ApiError({ code, status, message, details: '', hint: '', requestId: '' })),
  ).toBe(expected);
});

it('classifies an exception of the app as an error that a retry does not fix', () => {
  expect(classifyResponse(new TypeError('x is undefined'))).toBe('request');
});
