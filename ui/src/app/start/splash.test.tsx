import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Splash } from './splash';

test('React renders the outline of the shell as the HTML already shows it', () => {
  const { container } = render(<Splash />);
  const before = document.createElement('div');
  before.innerHTML = readFileSync('ui/splash.html', 'utf8').replaceAll(/\n\s*/g, '');
  const outline = (root: Element) =>
    [...root.querySelectorAll('*')].map((element) =>
      ['class', 'role', 'aria-label', 'style'].map((name) =>
        element.getAttribute(name)?.replaceAll(/[\s;]/g, ''),
      ),
    );
  expect(outline(container)).toEqual(outline(before));
});
