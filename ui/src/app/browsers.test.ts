import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');

it('the README lists the browsers for which the app is built', () => {
  const [, target = ''] = /target: \[(.*?)\]/.exec(read('ui/build.mjs')) ?? [];
  const supported = [...target.matchAll(/'([a-z]+)([\d.]+)'/g)].map(
    ([, name, version]) => `${name} ${version}`,
  );
  const [, documented = ''] = /^Tableside supports (.*?), and later/ms.exec(read('README.md')) ?? [];
  expect(documented.toLowerCase().match(/(chrome|firefox|safari) [\d.]+/g)).toEqual(supported);
});
