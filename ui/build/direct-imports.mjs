// esbuild assigns a file to every entry point that reaches it through imports, also through the
// index of a package that re-exports everything: all icons of the app would be in the first file
// that is loaded. This plugin replaces imports from such an index by imports of the files behind it.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Per package: the import that stands for a name of its index. */
async function readIndexes(modules) {
  const lucide = await readFile(path.join(modules, 'lucide-react/dist/esm/lucide-react.mjs'), 'utf8');
  const icons = new Map();
  for (const [, names, file] of lucide.matchAll(/^export \{ (.+) \} from '\.\/icons\/(.+)\.mjs';$/gm)) {
    for (const [, name] of names.matchAll(/default as (\w+)/g)) icons.set(name, file);
  }
  return {
    'lucide-react': (name, local) =>
      icons.has(name) && `import ${local} from 'lucide-react/icons/${icons.get(name)}';`,
    'radix-ui': (name, local) => {
      const file = name.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
      return `import * as ${local} from 'radix-ui/${file}';`;
    },
  };
}

const indexImport = /^import \{([^}]+)\} from '(lucide-react|radix-ui)';$/gm;

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
    },
  };
}
