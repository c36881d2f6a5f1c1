import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';

test('scripts/smoke passes with curl alone', async ({ baseURL }) => {
  const out = execFileSync('./scripts/smoke', [baseURL ?? ''], { encoding: 'utf8' });
  expect(out.trim().split('\n').length).toBeGreaterThan(20);
  expect(out).not.toContain('FAIL');
});
