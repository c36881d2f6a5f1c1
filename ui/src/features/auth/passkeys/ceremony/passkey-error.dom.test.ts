import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '@/lib/api';
import { getPasskeyErrorText, isCanceled, PasskeyError, toPasskeyError } from './passkey-error';
import { getLocalhostURL, getPasskeyObstacle } from './passkey-support';

afterEach(() => vi.unstubAllGlobals());

const supportPasskeys = () => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', { credentials: {} });
};

describe('an obstacle on this page', () => {
  test('is an IP address, which has no domain', () => {
    supportPasskeys();
    for (const hostname of ['127.0.0.1', '192.168.1.5', '[::1]'])
      expect(getPasskeyObstacle({ hostname }), hostname).toBe('ip-address');
    for (const hostname of ['localhost', 'tables.example.com', '1.example.com'])
      expect(getPasskeyObstacle({ hostname }), hostname).toBeNull();
  });
  test('is an insecure connection', () => {
    supportPasskeys();
    vi.stubGlobal('isSecureContext', false);
    expect(getPasskeyObstacle({ hostname: 'tables.local' })).toBe('insecure');
  });
  test('is a browser without passkeys', () => {
    vi.stubGlobal('isSecureContext', true);
    expect(getPasskeyObstacle({ hostname: 'localhost' })).toBe('not-supported');
  });
});

test('an address of this device has another URL with a domain', () => {
  expect(getLocalhostURL({ hostname: '127.0.0.1', href: 'http://127.0.0.1:8080/account' })).toBe(
    'http://localhost:8080/account',
  );
  expect(getLocalhostURL({ hostname: '[::1]', href: 'http://[::1]:8080/' })).toBe('http://localhost:8080/');
  expect(getLocalhostURL({ hostname: '192.168.1.5', href: 'http://192.168.1.5/' })).toBeNull();
});

describe('each error of the browser has a text', () => {
  test.each([
    ['NotAllowedError', /closed or took too long/],
    ['AbortError', /closed or took too long/],
    ['InvalidStateError', /already has a passkey/],
    ['NotSupportedError', /doesn’t support passkeys/],
    ['SecurityError', /don’t work at this address\. They work at tables\.example\.com\./],
    ['UnknownError', /couldn’t use the passkey/],
  ])('%s', (name, expected) => {
    const error = toPasskeyError(new DOMException('', name), 'tables.example.com');
    const text = getPasskeyErrorText(error);
    expect(`${text?.sentence} ${text?.nextStep}`).toMatch(expected);
    expect(isCanceled(error)).toBe(name === 'NotAllowedError' || name === 'AbortError');
  });
  test('the text for an IP address names localhost if this device serves the page', () => {
    vi.stubGlobal('location', { hostname: '127.0.0.1', href: 'http://127.0.0.1:8080/' });
    expect(getPasskeyErrorText(new PasskeyError('ip-address'))?.nextStep).toBe(
      'Open http://localhost:8080/ instead.',
    );
    vi.stubGlobal('location', { hostname: '192.0.2.1', href: 'http://192.0.2.1/' });
    expect(getPasskeyErrorText(new PasskeyError('ip-address'))?.nextStep).toMatch(/https address/);
  });
  test('errors of the server keep their own text', () => {
    const error = new ApiError({ code: 'x', message: '', details: '', hint: '', status: 400, requestId: '' });
    expect(getPasskeyErrorText(error)).toBeUndefined();
  });
});
