import { expect, test } from 'vitest';
import { isPictureAddress } from './picture-address';

test.each([
  ['https://pictures.test/ada.png', true],
  ['/api/files/avatars/ada.png', true],
  [`${location.origin}/api/files/avatars/ada.png`, location.protocol === 'https:'],
  ['', false],
  ['ada.png', false],
  ['/api/functions/order-summary?confirm=true', false],
  ['/api/files/../functions/order-summary', false],
  ['/api/files/%2e%2e/functions/order-summary', false],
  ['/api/auth/oauth/github', false],
  ['//pictures.test/ada.png', false],
  ['/\\pictures.test/ada.png', false],
  ['http://pictures.test/ada.png', false],
  ['https://', false],
  ['javascript:alert(1)', false],
  ['data:image/svg+xml,x', false],
])('%s: %s', (text, isPicture) => {
  expect(isPictureAddress(text)).toBe(isPicture);
});
