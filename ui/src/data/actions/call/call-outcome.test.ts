import { describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/api';
import { classifyCallError, createNotSentError } from './call-outcome';

const makeError = (status: number, code: string) =>
  new ApiError({ code, message: '', details: '', hint: '', status, requestId: '' });

describe('classifyCallError', () => {
  it.each([
    // The database rolled the transaction back.
    [400, 'P0001', 'failed'],
    [403, '42501', 'failed'],
    [409, '23505', 'failed'],
    [500, '57014', 'failed'],
    [404, 'PGRST202', 'failed'],
    [300, 'PGRST203', 'failed'],
    [401, 'not_signed_in', 'failed'],
    [429, 'too_many_attempts', 'failed'],
    [503, 'busy', 'failed'],
    [503, 'not_run', 'failed'],
    [503, 'backend_unreachable', 'failed'],
    [503, 'api_key_rejected', 'failed'],
    [503, 'clock_skew', 'failed'],
    [503, 'project_paused', 'failed'],
    [503, 'project_restricted', 'failed'],
    // There was no connection to the database.
    [503, 'PGRST000', 'failed'],
    [503, 'PGRST002', 'failed'],
    [504, 'PGRST003', 'failed'],
    [503, '57P03', 'failed'],
    // The transaction was possibly committed before the connection was lost.
    [0, 'unreachable', 'unknown'],
    [0, 'offline', 'unknown'],
    [500, '08006', 'unknown'],
    [503, '57P01', 'unknown'],
    [503, 'PGRST001', 'unknown'],
    [502, 'unreadable', 'unknown'],
    [200, 'unreadable', 'unknown'],
    [504, 'backend_timeout', 'unknown'],
    [504, 'outcome_unknown', 'unknown'],
    [409, 'duplicate_run', 'unknown'],
    [502, 'function_redirected', 'unknown'],
    [408, 'timeout', 'unknown'],
  ])('%i %s: %s', (status, code, expected) => {
    expect(classifyCallError(makeError(status, code))).toBe(expected);
  });

  it('is certain of a call that was not sent', () => {
    expect(classifyCallError(createNotSentError('You’re offline.'))).toBe('failed');
  });
});
