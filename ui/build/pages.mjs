// Writes the HTML pages: each requests all scripts that it needs at once. The server chooses the page:
// index.html for guests, the others for signed-in users.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The pages, with the entry points whose code they need after src/main.tsx. */
const pages = {
  'index.html': [],
  'signed-in.html': ['chunk:signed-in'],
  'table.html': ['chunk:signed-in', 'chunk:table'],
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

/** The scripts that a page needs to show itself, src/main.tsx first. */
function scriptsOf(metafile, page) {
  const scripts = new Set();
  for (const entryPoint of ['src/main.tsx', ...pages[page]])
    for (const file of staticClosure(metafile, outputOf(metafile, entryPoint).file)) scripts.add(file);
  return [...scripts];
}

/** Writes all pages into the folder `dist`. */
export async function writePages({ template, dist, app, boot }) {
  const main = outputOf(app, 'src/main.tsx');
  const font = Object.keys(app.outputs).find((name) => /inter-latin-wght-normal-.*\.woff2$/.test(name));
  const html = await readFile(template, 'utf8');
  for (const page of Object.keys(pages)) {
    const [, ...preloads] = scriptsOf(app, page).map(urlOf);
    const head = [
      `<script src="${outputOf(boot, 'src/app/boot.ts').url}"></script>`,
      `<link rel="preload" as="font" type="font/woff2" href="${urlOf(font)}" crossorigin>`,
      `<link rel="stylesheet" href="${urlOf(main.cssBundle)}">`,
      ...preloads.map((url) => `<link rel="modulepreload" href="${url}">`),
      `<script type="module" src="${main.url}"></script>`,
    ];
    await writeFile(path.join(dist, page), html.replace('<!-- assets -->', head.join('\n    ')));
  }
}
