import { execFileSync } from 'node:child_process';
import { expect } from '@playwright/test';
import { test } from './workspace';

test('scripts/smoke passes with curl alone', async ({ baseURL }) => {
  const out = execFileSync('./scripts/smoke', [baseURL ?? ''], { encoding: 'utf8' });
  expect(out.trim().split('\n').length).toBeGreaterThan(20);
  expect(out).not.toContain('FAIL');
});
