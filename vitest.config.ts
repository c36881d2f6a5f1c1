import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./ui/src', import.meta.url)) } },
  test: {
    include: ['ui/src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    setupFiles: ['ui/src/testing/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 30_000, // the machines are noisy; nothing here measures speed
  },
});
