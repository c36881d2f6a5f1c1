// Divides the app's code into few files. By itself, esbuild makes an entry point of each dynamically
// imported file, and a further file for each set of entry points that share code: a hundred small files.
// This plugin makes one entry point of dynamically imported files that are needed together. And each
// entry point imports the one that is always loaded before it, which then contains what both need.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The chunks that are loaded after src/main.tsx: the files that the app imports dynamically, and the
 * chunk that is loaded before. `rest` has all files that are not named here. `common` names modules that several
 * chunks import: without it, each set of chunks with a common module would have another file.
 */
const chunks = {
  'auth-pages': {
    after: 'main',
    files: ['features/auth/links/auth-pages.ts', 'features/auth/second-factor/second-factor-page.tsx'],
  },
  'provider-logos': { after: 'main', files: ['features/auth/providers/provider-logo.tsx'] },
  'signed-in': { after: 'main', files: ['app/signed-in-app.tsx'] },
  controls: {
    after: 'signed-in',
    files: [],
    common: [
      '@/components/controls/checkbox',
      '@/components/copy-link',
      '@/components/feedback/skeleton',
      '@/components/fields/combobox/combobox',
      '@/components/fields/textarea',
      '@/components/overlays/context-menu',
      '@/components/overlays/popover',
      '@/data/query/operators/operator-forms.utils',
      '@/data/query/search.utils',
      '@/data/titles/title-filters',
      '@/lib/display/use-image',
      ...[
        'arrow-down',
        'arrow-up',
        'chevron-down',
        'chevron-left',
        'file-question-mark',
        'lock',
        'minus',
        'plus',
        'search-x',
        'triangle-exclamation-point',
      ].map((icon) => `lucide-react/icons/${icon}`),
    ],
  },
  table: { after: 'controls', files: ['app/table/index.ts'] },
  charts: {
    after: 'table',
    files: [],
    common: ['@/data/charts/chart-defaults', '@/table/charts/chart-figure'],
  },
  'chart-view': { after: 'charts', files: ['features/chart/chart-view.tsx'] },
  dashboard: { after: 'charts', files: ['features/dashboard/index.ts'] },
  home: { after: 'table', files: ['features/home/index.ts'] },
  cards: { after: 'table', files: ['features/grid/cards/record-cards.tsx'] },
  record: {
    after: 'table',
    files: ['features/record/record-panel.tsx', 'features/record/form/insert-only-form.tsx'],
  },
  shell: {
    after: 'controls',
    files: [
      'app/session/session-dialogs.tsx',
      'app/shell/palette/palette.tsx',
      'app/shell/palette/shortcut-sheet.tsx',
      'app/shell/sidebar/sidebar-drawer.tsx',
    ],
  },
  account: { after: 'controls', files: ['features/auth/index.ts'] },
  files: { after: 'controls', files: ['features/files/index.ts'] },
  import: { after: 'table', files: ['app/csv/worker-import-page.tsx'] },
  uploads: {
    after: 'controls',
    files: [
      'features/files/jobs/cards/job-cards.tsx',
      'features/files/uploads/upload-panel.tsx',
      'features/files/uploads/upload-restorer.tsx',
      'lib/files/send-in-parts.ts',
    ],
  },
  actions: {
    after: 'record',
    files: [
      'features/actions/index.ts',
      'features/actions/host/action-host.tsx',
      'data/actions/runs/action-runs.ts',
      'table/actions/selection-actions.tsx',
      'table/actions/table-actions-menu.tsx',
    ],
  },
  seek: { after: 'table', files: ['data/paging/cursor/seek.ts'] },
  live: { after: 'table', files: ['data/live/tabs/live-session.ts'] },
  comments: { after: 'record', files: ['app/table/record/record-conversation.tsx'] },
  'text-editor': { after: 'record', files: ['components/text-editor/text-editor.tsx'] },
  rest: { after: 'record', files: [] },
};

const namespace = 'chunk';
const dynamicImport = /import\('((?:\.|@\/)[^']+)'\)/g;

/** The dynamic imports of the app's own files, as [folder of the importing file, imported path]. */
async function findDynamicImports(source) {
  const found = [];
  for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
    if (!/\.tsx?$/.test(entry.name) || /\.test\.|testing/.test(path.join(entry.parentPath, entry.name)))
      continue;
    const text = await readFile(path.join(entry.parentPath, entry.name), 'utf8');
    for (const [, imported] of text.matchAll(dynamicImport)) found.push([entry.parentPath, imported]);
  }
  return found;
}

/** The module that loads a chunk: it exports what its files export. */
function chunkSource({ after, files, common = [] }, main) {
  const loadedBefore = after === 'main' ? main : `${namespace}:${after}`;
  return [
    ...files.map((file) => `export * from ${JSON.stringify(file)};`),
    ...common.map((module, i) => `export * as common${i} from ${JSON.stringify(module)};`),
    `import ${JSON.stringify(loadedBefore)};`,
  ].join('\n');
}

/**
 * @param {{ source: string, main: string }} options The folder of the app's files, and the file that is loaded first.
 * @returns {import('esbuild').Plugin}
 */
export function groupChunks({ source, main }) {
  /** The chunk of each dynamically imported file. */
  const chunkByFile = new Map();
  const isResolving = Symbol();
  return {
    name: 'group-chunks',
    setup(build) {
      const resolve = async (imported, resolveDir) => {
        const found = await build.resolve(imported, {
          resolveDir,
          kind: 'import-statement',
          pluginData: isResolving,
        });
        return found.path;
      };
      build.onStart(async () => {
        chunkByFile.clear();
        for (const [name, { files }] of Object.entries(chunks))
          for (const file of files) chunkByFile.set(path.join(source, file), name);
        for (const [folder, imported] of await findDynamicImports(source)) {
          const file = await resolve(imported, folder);
          if (!chunkByFile.has(file)) chunkByFile.set(file, 'rest');
        }
      });
      build.onResolve({ filter: /^(\.|@\/)/ }, async ({ path: imported, kind, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === isResolving) return undefined;
        const name = chunkByFile.get(await resolve(imported, resolveDir));
        return name && { path: name, namespace };
      });
      build.onResolve({ filter: /^chunk:/ }, ({ path: name }) => ({ path: name.slice(6), namespace }));
      build.onLoad({ filter: /.*/, namespace }, ({ path: name }) => {
        const files = [...chunkByFile].flatMap(([file, chunk]) => (chunk === name ? [file] : []));
        return { contents: chunkSource({ ...chunks[name], files }, main), resolveDir: source };
      });
    },
  };
}
