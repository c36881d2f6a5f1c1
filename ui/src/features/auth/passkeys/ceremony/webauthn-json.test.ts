import { expect, test } from 'vitest';
import {
  decodeBase64URL,
  encodeBase64URL,
  formatCredential,
  parseCreationOptions,
  parseRequestOptions,
} from './webauthn-json';

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;

test('base64url has its own alphabet and no padding', () => {
  expect(encodeBase64URL(bytes(0xfb, 0xff, 0xfe, 0x01))).toBe('-__-AQ');
  expect(decodeBase64URL('-__-AQ')).toEqual(bytes(0xfb, 0xff, 0xfe, 0x01));
  expect(decodeBase64URL('-__-AQ==')).toEqual(bytes(0xfb, 0xff, 0xfe, 0x01));
  const large = new Uint8Array(200_000).fill(7).buffer;
  expect(decodeBase64URL(encodeBase64URL(large))).toEqual(large);
});

test('options contain bytes instead of base64url', () => {
  const creation = parseCreationOptions({
    rp: { id: 'localhost', name: 'Tableside' },
    user: { id: 'AQI', name: 'ada@example.test', displayName: 'Ada' },
    challenge: 'AwQ',
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    excludeCredentials: [{ type: 'public-key', id: 'BQY', transports: ['internal'] }],
  });
  expect(creation).toEqual({
    rp: { id: 'localhost', name: 'Tableside' },
    user: { id: bytes(1, 2), name: 'ada@example.test', displayName: 'Ada' },
    challenge: bytes(3, 4),
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    excludeCredentials: [{ type: 'public-key', id: bytes(5, 6), transports: ['internal'] }],
  });
  expect(parseRequestOptions({ challenge: 'AwQ', rpId: 'localhost' })).toEqual({
    challenge: bytes(3, 4),
    rpId: 'localhost',
    allowCredentials: [],
  });
});

test('credentials contain base64url instead of bytes', () => {
  const credential = { id: 'AQI', rawId: bytes(1, 2), type: 'public-key', authenticatorAttachment: null };
  const assertion = {
    clientDataJSON: bytes(3),
    authenticatorData: bytes(4),
    signature: bytes(5),
    userHandle: bytes(6),
  };
  expect(formatCredential({ ...credential, response: assertion } as unknown as PublicKeyCredential)).toEqual({
    id: 'AQI',
    rawId: 'AQI',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'Aw', authenticatorData: 'BA', signature: 'BQ', userHandle: 'Bg' },
  });
  const attestation = { clientDataJSON: bytes(3), attestationObject: bytes(4), getTransports: () => ['usb'] };
  expect(
    formatCredential({ ...credential, response: attestation } as unknown as PublicKeyCredential),
  ).toMatchObject({ response: { clientDataJSON: 'Aw', attestationObject: 'BA', transports: ['usb'] } });
});
