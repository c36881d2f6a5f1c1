import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Spinners turn also with reduced motion, because they show that something runs. */
const exceptions = ['spinner.module.css', 'button.module.css'];

const root = join(import.meta.dirname, '..');
const styleSheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.css'),
);

/** Returns the animations and transitions of a style sheet whose duration is not a token, which reduced motion sets to 0. */
function findFixedDurations(css: string): string[] {
  const withoutComments = css.replace(/\/\*[\s\S]*?\*\//g, '');
  const declarations = withoutComments.match(/(?:animation|transition)(?:-duration)?:[^;}]*/g) ?? [];
  return declarations.filter((text) => text.split(',').some((part) => hasFixedDuration(part)));
}

/** Whether the first time of an animation or transition, which is its duration, is a number. */
function hasFixedDuration(part: string): boolean {
  const [first] = part.match(/var\(--(?:fast|base|slow)\)|(?<![\w-])[\d.]+m?s\b/) ?? [];
  return first !== undefined && !first.startsWith('var') && Number.parseFloat(first) > 0;
}

it('animations have durations that reduced motion sets to 0, or are off with reduced motion', () => {
  expect(styleSheets.length).toBeGreaterThan(100);
  const wrong = styleSheets
    .filter((name) => !exceptions.some((exception) => name.endsWith(exception)))
    .flatMap((name) => {
      const css = readFileSync(join(root, name), 'utf8');
      const isOff = /prefers-reduced-motion: reduce\)[\s\S]*animation: (none|wait 0s)/.test(css);
      return isOff ? [] : findFixedDurations(css).map((text) => `${name}: ${text}`);
    });
  expect(wrong).toEqual([]);
  const tokens = readFileSync(join(root, 'styles/tokens.css'), 'utf8');
  expect(tokens).toMatch(
    /prefers-reduced-motion: reduce\) \{\s*:root \{\s*--fast: 0ms;\s*--base: 0ms;\s*--slow: 0ms;/,
  );
});
