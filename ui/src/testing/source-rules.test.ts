import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The source files of the app, by their path in ui/src. */
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.gen)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Returns the module of a file: a feature, or another folder of ui/src. */
function getModule(path: string): string {
  const [folder = '', feature = ''] = path.split(sep);
  return folder === 'features' ? join(folder, feature) : folder;
}

// Biome checks the imports that start with @/, because it compares only their text.
it('relative imports stay in their module', () => {
  const violations = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:from|import) ?\(?'(\.[^']+)'/g)]
      .map(([, target = '']) => relative(root, join(root, path, '..', target)))
      .filter(
        (target) => !target.startsWith('..') && path.includes(sep) && getModule(target) !== getModule(path),
      )
      .map((target) => `${path} imports ${target}`),
  );
  expect(violations).toEqual([]);
});

it('exported functions and classes of the data layer have a doc comment', () => {
  const violations = sources
    .filter(({ path }) => getModule(path) === 'data' && !path.includes('.test.'))
    .flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /(.*)\nexport (?:async function|function|abstract class|class|const(?= \w+ = .*=>)) (\w+)/g,
        ),
      ]
        .filter(([, before = '']) => !before.endsWith('*/'))
        .map(([, , name]) => `${path}: ${name}`),
    );
  expect(violations).toEqual([]);
});
