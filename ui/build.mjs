// Builds the app into ui/dist, ready to be embedded: files with hashed names under assets/, the HTML
// pages that load them, and a .br and a .gz beside each file that compression makes smaller.
// `--watch` rebuilds on change, uncompressed.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import * as esbuild from 'esbuild';
import { groupChunks } from './build/chunks.mjs';
import { directImports } from './build/direct-imports.mjs';
import { gridStyles } from './build/grid-styles.mjs';
import { outputOf, writePages } from './build/pages.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const repository = path.dirname(root);
const dist = path.join(root, 'dist');
const watch = process.argv.includes('--watch');
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

const shared = {
  absWorkingDir: root,
  outdir: dist,
  bundle: true,
  minify: !watch,
  sourcemap: watch ? 'linked' : false,
  metafile: true,
  legalComments: 'external', // into *.LEGAL.txt files, which writePackages collects
  // The first versions with light-dark(), :has(), round() and Intl.Segmenter. README.md names them too.
  target: ['chrome125', 'firefox125', 'safari17.5'],
  entryNames: 'assets/[name]-[hash]',
  assetNames: 'assets/[name]-[hash]',
  define: { 'process.env.NODE_ENV': watch ? '"development"' : '"production"' },
  logLevel: 'warning',
};

/** The metafiles of all workers, for the license notices. */
const workerBuilds = [];

// A script that runs in a worker is a bundle of its own; the app imports its address: `./x.worker.ts?worker&url`.
const workers = {
  name: 'workers',
  setup(build) {
    build.onResolve({ filter: /\.worker\.ts\?worker&url$/ }, ({ path: name, resolveDir }) => ({
      path: path.join(resolveDir, name.replace(/\?.*$/, '')),
      namespace: 'worker',
    }));
    build.onLoad({ filter: /.*/, namespace: 'worker' }, async ({ path: entry }) => {
      const { metafile } = await esbuild.build({ ...shared, entryPoints: [entry], format: 'iife' });
      workerBuilds.push(metafile);
      const { url } = outputOf(metafile, path.relative(root, entry).split(path.sep).join('/'));
      const watchFiles = Object.keys(metafile.inputs).map((input) => path.join(root, input));
      return { contents: `export default ${JSON.stringify(url)};`, watchFiles };
    });
  },
};

const app = {
  ...shared,
  entryPoints: ['src/main.tsx', 'src/app/first-rows.ts'],
  format: 'esm',
  splitting: true,
  chunkNames: 'assets/[name]-[hash]',
  jsx: 'automatic',
  loader: { '.woff2': 'file', '.svg': 'file' },
  plugins: [
    workers,
    directImports(path.join(repository, 'node_modules')),
    gridStyles(),
    groupChunks({ source: path.join(root, 'src'), main: path.join(root, 'src/main.tsx') }),
  ],
};

// A classic script, so that it runs before the first paint: modules are deferred.
const boot = { ...shared, entryPoints: ['src/app/boot.ts'], format: 'iife' };

/**
 * Marks scripts so that Chromium compiles their functions in the background while it downloads them. Otherwise it
 * compiles each function at its first call, which delays the first view. Other browsers ignore the comment.
 */
async function compileEarly(urls) {
  for (const url of urls) {
    const file = path.join(dist, url);
    await writeFile(file, `//# allFunctionsCalledOnLoad\n${await readFile(file, 'utf8')}`);
  }
}

/** Writes .br and .gz beside a file, where they save something. */
async function compress(file) {
  if (/\.(woff2|png|jpg|webp|br|gz)$/.test(file)) return;
  const bytes = await readFile(file);
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), gzip(bytes, { level: 9 })]);
  if (br.length < bytes.length) await writeFile(`${file}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
}

async function filesUnder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((e) => e.isFile()).map((e) => path.join(e.parentPath ?? e.path, e.name));
}

/** Removes the style sheets of dynamically imported files: the first page's contains them too. */
async function removeUnusedStyles({ outputs }) {
  const { cssBundle } = outputOf({ outputs }, 'src/main.tsx');
  for (const file of Object.keys(outputs))
    if (file.endsWith('.css') && file !== cssBundle) await rm(path.join(root, file));
}

/** The source files with code in an output; the others were removed as unused. */
function bundledInputs({ outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([input]) => input);
}

/**
 * Writes bin/ui-packages.json: the npm packages with a file in the app, and the license comments of their
 * source files. scripts/notices makes the license notices from it.
 */
async function writePackages(builds) {
  const packages = new Map();
  for (const input of builds.flatMap(bundledInputs)) {
    // The innermost package: node_modules/a/node_modules/@b/c/index.js is of @b/c.
    const dir = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
    if (!dir || packages.has(dir)) continue;
    const { name, version } = JSON.parse(await readFile(path.join(root, dir, 'package.json'), 'utf8'));
    packages.set(dir, { name, version, dir: path.relative(repository, path.join(root, dir)) });
  }
  const comments = new Set();
  for (const file of await filesUnder(dist)) {
    if (!file.endsWith('.LEGAL.txt')) continue;
    for (const comment of (await readFile(file, 'utf8')).split('\n\n')) comments.add(comment.trim());
    await rm(file);
  }
  const found = { packages: [...packages.values()], legalComments: [...comments].join('\n\n') };
  await mkdir(path.join(repository, 'bin'), { recursive: true });
  await writeFile(path.join(repository, 'bin/ui-packages.json'), `${JSON.stringify(found, null, 2)}\n`);
}

async function clean() {
  await mkdir(dist, { recursive: true });
  for (const name of await readdir(dist)) {
    // .gitkeep lets a checkout compile before the app has been built.
    if (name !== '.gitkeep') await rm(path.join(dist, name), { recursive: true });
  }
  await cp(path.join(root, 'public'), dist, { recursive: true });
}

await clean();
const bootResult = await esbuild.build(boot);
const pageFiles = {
  template: path.join(root, 'index.html'),
  splash: path.join(root, 'splash.html'),
  dist,
  boot: bootResult.metafile,
};
if (watch) {
  const onEnd = {
    name: 'index',
    setup(build) {
      build.onEnd(async (result) => {
        if (result.errors.length > 0) return;
        await writePages({ ...pageFiles, app: result.metafile });
        console.log(`ui: built at ${new Date().toLocaleTimeString()}`);
      });
    },
  };
  const context = await esbuild.context({ ...app, plugins: [...app.plugins, onEnd] });
  await context.watch();
} else {
  const { metafile } = await esbuild.build(app);
  await removeUnusedStyles(metafile);
  await compileEarly(await writePages({ ...pageFiles, app: metafile }));
  await writePackages([metafile, bootResult.metafile, ...workerBuilds]);
  await Promise.all((await filesUnder(dist)).map(compress));
  console.log(`ui: built ${Object.keys(metafile.outputs).length} files`);
}
