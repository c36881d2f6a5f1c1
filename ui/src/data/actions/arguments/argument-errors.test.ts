import { describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/api';
import type { ActionArgument } from '@/lib/api.gen';
import { formatErrorText } from '@/lib/errors/error-texts';
import { formatFunctionError } from '../response/function-error-text';
import { findErrorArguments } from './argument-errors';

const args = [
  { name: 'product_id', title: 'Product' },
  { name: 'quantity', title: 'Bags' },
  { name: 'on', title: 'On' },
] as ActionArgument[];

function makeError(code: string, message: string, more: { details?: string; hint?: string } = {}): ApiError {
  return new ApiError({ code, message, details: '', hint: '', status: 400, requestId: '', ...more });
}

function findNames(error: ApiError): string[] {
  return findErrorArguments(args, error).map(({ name }) => name);
}

describe('findErrorArguments', () => {
  it('finds the argument by its name in the message, the details or the hint', () => {
    expect(findNames(makeError('P0001', 'quantity must be positive'))).toEqual(['quantity']);
    expect(findNames(makeError('P0001', 'No.', { details: 'quantity = 501' }))).toEqual(['quantity']);
    expect(findNames(makeError('P0001', 'No.', { hint: 'Choose another product_id.' }))).toEqual([
      'product_id',
    ]);
  });

  it('finds the argument by its title if no name is in the texts', () => {
    expect(findNames(makeError('P0001', 'Restock between 1 and 500 bags at once, not 501.'))).toEqual([
      'quantity',
    ]);
    expect(findNames(makeError('P0001', 'Product 5: quantity is too large.'))).toEqual(['quantity']);
    expect(findNames(makeError('P0001', 'Not on a Sunday.'))).toEqual([]);
  });
});

describe('formatFunctionError', () => {
  it('shows the message of a function that raises a code of PostgreSQL', () => {
    for (const code of ['22023', '23514', '22P02', '42501']) {
      const error = makeError(code, 'Choose at most 500 bags', { hint: 'Restock twice.' });
      expect(formatErrorText(formatFunctionError(error)), code).toBe(
        'Choose at most 500 bags. Restock twice.',
      );
    }
    expect(formatFunctionError(makeError('22023', 'quantity is too large')).sentence).toBe(
      'quantity is too large',
    );
  });

  it('replaces PostgreSQL’s own messages', () => {
    const message = 'invalid input syntax for type integer: "a"';
    expect(formatFunctionError(makeError('22P02', message)).sentence).not.toBe(message);
    const denied = 'permission denied for table orders';
    expect(formatFunctionError(makeError('42501', denied)).sentence).not.toBe(denied);
  });
});
