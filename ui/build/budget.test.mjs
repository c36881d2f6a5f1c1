import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compareWithLimits, measurePage } from './budget.mjs';

test('a page loads the files that its HTML requests, in the size in which they are sent', async () => {
  const dist = await mkdtemp(path.join(tmpdir(), 'budget-'));
  await writeFile(
    path.join(dist, 'page.html'),
    `<script src="/boot.js"></script>
     <link rel="preload" as="font" type="font/woff2" href="/font.woff2" crossorigin>
     <link rel="stylesheet" href="/main.css">
     <link rel="modulepreload" href="/shared.js">
     <link rel="modulepreload" fetchpriority="low" href="/later.js">
     <script type="module" src="/main.js"></script>`,
  );
  for (const [file, size] of Object.entries({
    'boot.js': 10,
    'font.woff2': 40,
    'main.css': 500,
    'main.css.br': 50,
    'shared.js': 900,
    'shared.js.br': 90,
    'later.js': 600,
    'later.js.br': 60,
    'main.js': 700,
    'main.js.br': 70,
  }))
    await writeFile(path.join(dist, file), 'x'.repeat(size));
  expect(await measurePage(dist, 'page.html')).toEqual({
    ...{ scriptFiles: 4, scriptBytes: 230 },
    ...{ styleFiles: 1, styleBytes: 50 },
    ...{ fontFiles: 1, fontBytes: 40 },
  });
  await rm(dist, { recursive: true });
});

test('a value above its limit is reported, a value at its limit is not', () => {
  const limits = { scriptBytes: 100, scriptFiles: 2, requests: 9 };
  const compare = (scriptBytes) =>
    compareWithLimits('sign-in', { scriptBytes, scriptFiles: 2 }, limits)
      .filter(({ isExceeded }) => isExceeded)
      .map(({ name }) => name);
  expect(compare(100)).toEqual([]);
  expect(compare(101)).toEqual(['scriptBytes']);
});

test('a limit with a wrong name is an error', () => {
  expect(() => compareWithLimits('sign-in', { scriptBytes: 1 }, { scriptsBytes: 2 })).toThrow(/scriptsBytes/);
});
