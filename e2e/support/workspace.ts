import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { defaultDate, getNoon, shiftClock } from './dates';
import { type Contents, type Shape, shapes, startWorkspace, type Workspace } from './services/processes';

export type { Workspace } from './services/processes';

const library = (...files: string[]) => ({
  sql: files.map((file) => `localbase/testdata/library/${file}.sql`),
  schemas: 'public,Lending desk',
});

/** The contents of a test's database: the demo, or the result of an SQL file. */
const contents = {
  demo: {},
  awkward: { sql: 'localbase/testdata/awkward.sql', schemas: 'public,depot' },
  shop: { sql: 'localbase/testdata/shop.sql' },
  manyTables: { sql: 'localbase/testdata/many_tables.sql' },
  pgDump: library('supabase/roles', 'pg_dump'),
  pgDumpCleanTwice: library('supabase/roles', 'pg_dump_clean', 'pg_dump_clean'),
  supabaseDump: library('supabase/roles', 'supabase/schema', 'supabase/data'),
  supabasePull: library('supabase/roles', 'supabase/schema', 'supabase/pull', 'supabase/data_copy'),
  ungranted: { sql: 'e2e/databases/ungranted.sql' },
  actions: { sql: 'e2e/databases/actions.sql' },
  bulk: { sql: 'e2e/databases/bulk.sql' },
  deals: { sql: 'e2e/databases/deals.sql' },
  million: { sql: 'e2e/databases/million.sql' },
  files: { sql: 'e2e/databases/files.sql' },
} satisfies Record<string, Omit<Contents, 'name' | 'date'>>;

export type Backend = keyof typeof contents;

/** The workspaces of a test file. Test files share none, so that they can't affect each other. */
class Workspaces {
  #file = '';
  #running = new Map<string, Promise<Workspace>>();

  async get(
    file: string,
    { backend, shape, date, config, settings }: Omit<Options, 'live'>,
  ): Promise<Workspace> {
    if (file !== this.#file) await this.stop();
    this.#file = file;
    const name = JSON.stringify([backend, shape, config, settings]);
    const running =
      this.#running.get(name) ??
      startWorkspace(shape, { ...contents[backend], name: backend, date, config, settings });
    this.#running.set(name, running);
    return running;
  }

  async stop() {
    const all = await Promise.allSettled(this.#running.values());
    this.#running.clear();
    await Promise.all(all.map((one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)));
  }
}

const startTimeout = 180_000; // loading a million rows is slow on a busy machine

/** The shape of the whole run: `SHAPE=hosted npx playwright test`. */
function parseShape(): Shape {
  const asked = process.env.SHAPE || 'local';
  const shape = shapes.find((one) => one === asked);
  if (!shape) throw new Error(`SHAPE is ${asked}; ${shapes.join(', ')} are known`);
  return shape;
}

/** Makes a page E2E_SLOWDOWN times slower, to find tests that depend on the speed of the machine. */
async function slowDown(page: Page) {
  const rate = Number(process.env.E2E_SLOWDOWN || 1);
  if (rate === 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

export interface Options {
  backend: Backend;
  shape: Shape;
  /** The date on which the test runs: see dates.ts. */
  date: string;
  /** Further lines of localbase's config.toml: see Contents. */
  config: string;
  /** Further settings of Tableside: see Contents. */
  settings: Record<string, string>;
  /** Whether pages receive live updates. Without them, a page shows the rows as it read them, as tests of conflicts need it. */
  live: boolean;
}

/**
 * Extends Playwright's `test` with a Tableside per test file. `test.use({ backend, shape })` sets its contents
 * and how it is connected to its backend.
 */
export const test = base.extend<
  Options & { workspace: Workspace; clock: undefined },
  { workspaces: Workspaces }
>({
  backend: ['demo', { option: true }],
  shape: [parseShape(), { option: true }],
  date: [defaultDate, { option: true }],
  config: ['', { option: true }],
  settings: [{}, { option: true }],
  live: [false, { option: true }],
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
    async ({ backend, shape, date, config, settings, workspaces }, use, { file }) =>
      use(await workspaces.get(file, { backend, shape, date, config, settings })),
    { timeout: startTimeout },
  ],
  baseURL: ({ workspace }, use) => use(workspace.url),
  // In every context, including those that a test creates, the clock starts at noon of the date. The contexts are closed
  // after the test: their pages would keep connections of the workspace, which the next tests of the file use.
  clock: [
    async ({ browser, date, live }, use) => {
      const { newContext } = browser;
      const contexts: BrowserContext[] = [];
      browser.newContext = async (...options) => {
        const context = await newContext.apply(browser, options);
        contexts.push(context);
        context.on('page', slowDown);
        await context.addInitScript(shiftClock, getNoon(date).getTime() - Date.now());
        // The code of a sign-out: the page does not connect again.
        if (!live)
          await context.routeWebSocket(/\/api\/realtime\//, (socket) => socket.close({ code: 4401 }));
        return context;
      };
      await use(undefined);
      browser.newContext = newContext;
      await Promise.all(contexts.map((context) => context.close()));
    },
    { auto: true },
  ],
});
