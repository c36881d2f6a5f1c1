import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');

it('README names the browsers that the app is built for', () => {
  const [, target = ''] = /target: \[(.*?)\]/.exec(read('ui/build.mjs')) ?? [];
  const built = [...target.matchAll(/'([a-z]+)([\d.]+)'/g)].map(([, name, version]) => `${name} ${version}`);
  const [, named = ''] = /^Tableside supports (.*?), and later/ms.exec(read('README.md')) ?? [];
  expect(named.toLowerCase().match(/(chrome|firefox|safari) [\d.]+/g)).toEqual(built);
});
