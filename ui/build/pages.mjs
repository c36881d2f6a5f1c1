// Writes the HTML pages: each requests all scripts that it needs at once. The server chooses the page:
// index.html for guests, the others for signed-in users.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The pages, with the entry points that run at once, and those that src/main.tsx loads then. Those for
 * signed-in users show an outline until the app runs. */
const pages = {
  'sign-in': { file: 'index.html', run: ['src/main.tsx'], load: [] },
  'signed-in': { file: 'signed-in.html', run: ['src/main.tsx'], load: ['chunk:signed-in'], hasSplash: true },
  table: {
    file: 'table.html',
    run: ['src/app/first-rows.ts', 'src/main.tsx'],
    load: ['chunk:signed-in', 'chunk:table'],
    hasSplash: true,
  },
  dashboard: {
    file: 'dashboard.html',
    run: ['src/main.tsx'],
    load: ['chunk:signed-in', 'chunk:dashboard'],
    hasSplash: true,
  },
};

/** The output made from an entry point, with its path in the build's metafile and its address. */
export function outputOf({ outputs }, entryPoint) {
  const found = Object.entries(outputs).find(
    ([name, output]) => output.entryPoint === entryPoint && name.endsWith('.js'),
  );
  if (!found) throw new Error(`no output for ${entryPoint}`);
  return { file: found[0], url: urlOf(found[0]), ...found[1] };
}

/** The address of an output. Its path begins with dist. */
function urlOf(output) {
  return `/${path.posix.relative('dist', output)}`;
}

/** The paths of an output and of all that it imports, but for dynamic imports. */
function staticClosure({ outputs }, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { kind, path: imported } of outputs[file].imports)
    if (kind === 'import-statement') staticClosure({ outputs }, imported, found);
  return found;
}

/** The path of the output that runs an entry point. If its own only imports others, the one that imports all of them. */
function runnableFile(metafile, { file, inputs, imports, exports }) {
  if (Object.keys(inputs).length > 0 || exports.length > 0) return file;
  const importsAll = (candidate) => {
    const closure = staticClosure(metafile, candidate);
    return imports.every(({ path: imported }) => closure.has(imported));
  };
  return imports.map((each) => each.path).find(importsAll) ?? file;
}

/**
 * The addresses of the scripts that a page runs at once, of those that these import, and of all others that it needs
 * to show itself.
 */
function scriptsOf(metafile, { run, load }) {
  const scripts = run.map((entryPoint) => runnableFile(metafile, outputOf(metafile, entryPoint)));
  const imported = new Set();
  for (const file of scripts) staticClosure(metafile, file, imported);
  const later = new Set();
  for (const entryPoint of load) staticClosure(metafile, outputOf(metafile, entryPoint).file, later);
  const urlsOf = (files, omitted) => [...files].filter((file) => !omitted.has(file)).map(urlOf);
  return {
    scripts: scripts.map(urlOf),
    imported: urlsOf(imported, new Set(scripts)),
    later: urlsOf(later, imported),
  };
}

/** Writes all pages into the folder `dist`. Returns the addresses of the scripts that they request. */
export async function writePages({ template, splash, dist, app, boot }) {
  const requested = new Set();
  const { cssBundle } = outputOf(app, 'src/main.tsx');
  const font = Object.keys(app.outputs).find((name) => /inter-latin-wght-normal-.*\.woff2$/.test(name));
  const html = await readFile(template, 'utf8');
  const splashHTML = (await readFile(splash, 'utf8')).replaceAll(/\n\s*/g, '');
  for (const [name, page] of Object.entries(pages)) {
    const { scripts, imported, later } = scriptsOf(app, page);
    for (const url of [...imported, ...later, ...scripts]) requested.add(url);
    const head = [
      `<script src="${outputOf(boot, 'src/app/boot.ts').url}"></script>`,
      `<link rel="preload" as="font" type="font/woff2" href="${urlOf(font)}" crossorigin>`,
      `<link rel="stylesheet" href="${urlOf(cssBundle)}">`,
      ...imported.map((url) => `<link rel="modulepreload" href="${url}">`),
      // With HTTP/1.1, the requests of the first scripts for data wait for a connection: before these.
      ...later.map((url) => `<link rel="modulepreload" fetchpriority="low" href="${url}">`),
      ...scripts.map((url) => `<script type="module" src="${url}"></script>`),
    ];
    const text = html
      .replace('<html', `<html data-page="${name}"`)
      .replace('<!-- assets -->', head.join('\n    '))
      .replace('<!-- splash -->', page.hasSplash ? splashHTML : '');
    await writeFile(path.join(dist, page.file), text);
  }
  return requested;
}
