import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Most tests need no DOM, and making one takes longer than the tests of a file.
const domTests = ['ui/src/**/*.test.tsx', 'ui/src/**/*.dom.test.ts'];

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
          name: 'node',
          environment: 'node',
          include: ['ui/src/**/*.test.ts', 'ui/build/*.test.mjs'],
          exclude: domTests,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: domTests,
          setupFiles: ['ui/src/testing/setup.ts'],
        },
      },
    ],
  },
});
