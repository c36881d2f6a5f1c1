import { expect, test } from 'vitest';
import { parseSession } from './parse-session';

test('the first method is the sign-in, and a second factor follows', () => {
  const amr = [
    { method: 'totp', timestamp: 1_780_000_060 },
    { method: 'password', timestamp: 1_780_000_000 },
  ];
  expect(parseSession({ amr })).toEqual({
    signedInAt: new Date(1_780_000_000_000),
    methods: ['password', 'totp'],
  });
});

test.each([[undefined], ['password'], [['password', null, { method: 'otp' }]]])(
  '%j has no time of a sign-in',
  (amr) => {
    expect(parseSession({ amr })).toEqual({ signedInAt: undefined, methods: [] });
  },
);
