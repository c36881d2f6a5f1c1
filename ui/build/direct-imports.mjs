// esbuild assigns a file to every entry point that reaches it through imports, also through the
// index of a package that re-exports everything: all icons of the app would be in the first file
// that is loaded. This plugin replaces imports from such an index by imports of the files behind it.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Returns the file and the name in it of each name that an index exports from another file. */
async function readReexports(index) {
  const text = await readFile(index, 'utf8');
  const found = new Map();
  for (const [, names, file] of text.matchAll(/^export \{ (.+) \} from '(\.\/.+)';$/gm)) {
    for (const term of names.split(', ')) {
      const [name, exported = name] = term.split(' as ');
      found.set(exported, { name, file: path.join(path.dirname(index), file) });
    }
  }
  return found;
}

/** Per package: the import that stands for a name of its index. */
async function readIndexes(modules) {
  const motionDOM = await readReexports(path.join(modules, 'motion-dom/dist/es/index.mjs'));
  const framerMotion = await readReexports(path.join(modules, 'framer-motion/dist/es/index.mjs'));
  const importFrom = (found, local) =>
    found && `import { ${found.name} as ${local} } from ${JSON.stringify(found.file)};`;
  const lucide = await readFile(path.join(modules, 'lucide-react/dist/esm/lucide-react.mjs'), 'utf8');
  const icons = new Map();
  for (const [, names, file] of lucide.matchAll(/^export \{ (.+) \} from '\.\/icons\/(.+)\.mjs';$/gm)) {
    for (const [, name] of names.matchAll(/default as (\w+)/g)) icons.set(name, file);
  }
  return {
    'motion-dom': (name, local) => importFrom(motionDOM.get(name), local),
    // Its index also exports everything of motion-dom.
    'framer-motion': (name, local) => importFrom(framerMotion.get(name) ?? motionDOM.get(name), local),
    'lucide-react': (name, local) =>
      icons.has(name) && `import ${local} from 'lucide-react/icons/${icons.get(name)}';`,
    'radix-ui': (name, local) => {
      const file = name.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
      return `import * as ${local} from 'radix-ui/${file}';`;
    },
  };
}

const indexImport = /^import \{([^}]+)\} from '(lucide-react|radix-ui|framer-motion|motion-dom)';$/gm;

function importDirectly(source, indexes) {
  return source.replace(indexImport, (_, names, name) => {
    const imports = [];
    for (const term of names.split(',').map((text) => text.trim())) {
      if (term === '' || term.startsWith('type ')) continue;
      const [exported, local = exported] = term.split(' as ');
      const statement = indexes[name](exported, local);
      if (!statement) throw new Error(`${name} has no ${exported}`);
      imports.push(statement);
    }
    return imports.join(' ');
  });
}

/** @returns {import('esbuild').Plugin} */
export function directImports(modules) {
  return {
    name: 'direct-imports',
    async setup(build) {
      const indexes = await readIndexes(modules);
      build.onLoad({ filter: /ui\/src\/.*\.tsx?$/ }, async ({ path: file }) => {
        const source = await readFile(file, 'utf8');
        return { contents: importDirectly(source, indexes), loader: file.endsWith('x') ? 'tsx' : 'ts' };
      });
      // framer-motion imports motion-dom through its index.
      build.onLoad({ filter: /node_modules\/framer-motion\/.*\.mjs$/ }, async ({ path: file }) => ({
        contents: importDirectly(await readFile(file, 'utf8'), indexes),
      }));
    },
  };
}
