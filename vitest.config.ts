import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

// Most tests need no DOM, and making one takes longer than the tests of a file.
const domTests = ['ui/src/**/*.test.tsx', 'ui/src/**/*.dom.test.ts'];

const nodeTests = ['ui/src', 'ui/build'].flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.(ts|mjs)$/.test(name) && !name.endsWith('.dom.test.ts'))
    .map((name) => `${folder}/${name}`),
);

/**
 * Whether a test file prepares or replaces state that the code shares: mocks, hooks, globals, requests, the locale. The
 * others share their modules, because loading them again for each file takes several times as long as the tests.
 */
const changesState = (file: string) =>
  /\b(vi|(before|after)(Each|All)|setUp\w*|respondWith|globalThis|navigator|fetch\w*|applyLocale)\b/i.test(
    readFileSync(`${root}/${file}`, 'utf8'),
  );

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./ui/src', import.meta.url)) } },
  test: {
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 30_000, // the machines are noisy; nothing here measures speed
    projects: [
      {
        extends: true,
        test: {
          name: 'node-shared',
          environment: 'node',
          isolate: false,
          include: nodeTests.filter((file) => !changesState(file)),
        },
      },
      {
        extends: true,
        test: { name: 'node-isolated', environment: 'node', include: nodeTests.filter(changesState) },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          pool: 'vmThreads', // a new DOM for a file needs less than half of the CPU time that a new thread needs
          include: domTests,
          setupFiles: ['ui/src/testing/setup.ts'],
        },
      },
    ],
  },
});
