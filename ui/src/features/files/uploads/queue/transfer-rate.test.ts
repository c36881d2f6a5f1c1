import { expect, test } from 'vitest';
import { TransferRate } from './transfer-rate';

test('the rate is the average of the last seconds', () => {
  const rate = new TransferRate();
  rate.add(5_000_000, 0);
  expect(rate.getBytesPerSecond(0)).toBe(0);
  for (let at = 1_000; at <= 4_000; at += 1_000) rate.add(1_000, at);
  expect(rate.getBytesPerSecond(4_000)).toBe(1_000);
  expect(rate.getBytesPerSecond(60_000)).toBe(0);
});
