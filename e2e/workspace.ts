import { test as base } from '@playwright/test';
import { defaultDate, getNoon, shiftClock } from './dates';
import { type Contents, type Shape, shapes, startWorkspace, type Workspace } from './processes';

export type { Workspace } from './processes';

/** What a walk's Tableside holds: the demo, or what a file of SQL makes. */
const contents = {
  demo: {},
  awkward: { sql: 'localbase/testdata/awkward.sql', schemas: 'public,depot' },
  bulk: { sql: 'e2e/bulk.sql' },
  million: { sql: 'e2e/million.sql' },
} satisfies Record<string, Omit<Contents, 'name' | 'date'>>;

export type Backend = keyof typeof contents;

/** The workspaces of one file's walks: what a file leaves behind, no other meets. */
class Workspaces {
  #file = '';
  #running = new Map<string, Promise<Workspace>>();

  async get(file: string, { backend, shape, date }: Options): Promise<Workspace> {
    if (file !== this.#file) await this.stop();
    this.#file = file;
    const name = `${backend}-${shape}`;
    const running =
      this.#running.get(name) ?? startWorkspace(shape, { ...contents[backend], name: backend, date });
    this.#running.set(name, running);
    return running;
  }

  async stop() {
    const all = await Promise.allSettled(this.#running.values());
    this.#running.clear();
    await Promise.all(all.map((one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)));
  }
}

const startTimeout = 180_000; // a million rows take their time on a busy machine

/** The shape that the whole run was asked to be in: `SHAPE=hosted npx playwright test`. */
function parseShape(): Shape {
  const asked = process.env.SHAPE || 'local';
  const shape = shapes.find((one) => one === asked);
  if (!shape) throw new Error(`SHAPE is ${asked}; ${shapes.join(', ')} are known`);
  return shape;
}

export interface Options {
  backend: Backend;
  shape: Shape;
  /** The date on which the test runs: see dates.ts. */
  date: string;
}

/**
 * Playwright's test, on a Tableside of the file's own. `test.use({ backend, shape })` says what it holds,
 * and how it stands to its backend.
 */
export const test = base.extend<
  Options & { workspace: Workspace; clock: undefined },
  { workspaces: Workspaces }
>({
  backend: ['demo', { option: true }],
  shape: [parseShape(), { option: true }],
  date: [defaultDate, { option: true }],
  workspaces: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const workspaces = new Workspaces();
      await use(workspaces);
      await workspaces.stop();
    },
    { scope: 'worker', timeout: startTimeout },
  ],
  workspace: [
    async ({ backend, shape, date, workspaces }, use, { file }) =>
      use(await workspaces.get(file, { backend, shape, date })),
    { timeout: startTimeout },
  ],
  baseURL: ({ workspace }, use) => use(workspace.url),
  // In every context, also in those that a test makes by itself, the clock starts at the date's noon.
  clock: [
    async ({ browser, date }, use) => {
      const { newContext } = browser;
      browser.newContext = async (...options) => {
        const context = await newContext.apply(browser, options);
        await context.addInitScript(shiftClock, getNoon(date).getTime() - Date.now());
        return context;
      };
      await use(undefined);
      browser.newContext = newContext;
    },
    { auto: true },
  ],
});
