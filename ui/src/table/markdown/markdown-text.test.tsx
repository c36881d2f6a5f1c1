import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MarkdownText } from './markdown-text';

function renderHTML(text: string): string {
  const { container, unmount } = render(<MarkdownText text={text} />);
  const html = container.firstElementChild?.innerHTML ?? '';
  unmount();
  return html;
}

test.each([
  ['paragraphs and line breaks', 'a\nb\n\nc', '<p>a<br>b</p><p>c</p>'],
  ['emphasis', '**b** *i* ~~d~~ `c`', '<p><strong>b</strong> <em>i</em> <del>d</del> <code>c</code></p>'],
  ['a heading as a paragraph', '# H', '<p><strong>H</strong></p>'],
  ['lists', '1. a\n2. b\n   - c', '<ol start="1"><li>a</li><li>b<ul><li>c</li></ul></li></ol>'],
  ['a quote', '> q', '<blockquote><p>q</p></blockquote>'],
  ['a block of code', '```js\na < b\n```', '<pre><code>a &lt; b</code></pre>'],
  ['text with special characters', 'a < b & "c" &copy;', '<p>a &lt; b &amp; "c" ©</p>'],
])('renders %s', (_, text, html) => {
  expect(renderHTML(text)).toBe(html);
});

test('renders links with safe protocols only', () => {
  expect(renderHTML('[a](https://x.test/?q=1)')).toBe(
    '<p><a href="https://x.test/?q=1" target="_blank" rel="noreferrer">a</a></p>',
  );
  for (const href of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//x.test',
    'file:///etc',
  ])
    expect(renderHTML(`[a](${href})`), href).toBe('<p>a</p>');
});

test('shows HTML as text, and a picture as a link', () => {
  for (const html of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<div onclick="x">a</div>',
  ]) {
    const { container, unmount } = render(<MarkdownText text={html} />);
    expect(container.textContent).toBe(html);
    expect(container.querySelector('script, img, [onclick]')).toBeNull();
    unmount();
  }
  const picture = renderHTML('![chart](https://x.test/c.png)');
  expect(picture).toContain('<a href="https://x.test/c.png"');
  expect(picture).not.toContain('<img');
});

test('shows a text that is too deeply nested as its source', () => {
  expect(renderHTML('> > > deep')).toContain('<blockquote><p>deep</p></blockquote>');
  for (const nested of [
    `${'>'.repeat(9_900)} deep`,
    `${'- '.repeat(5_000)}deep`,
    `${'1. '.repeat(3_000)}deep`,
  ]) {
    const { container, unmount } = render(<MarkdownText text={nested} />);
    expect(container.textContent).toBe(nested);
    unmount();
  }
});

test('parses texts that were written to block the page', () => {
  for (const part of ['**a_', '_a__b', ' - a\n', '![[]()', '[a](', '*a **b ', 'a**b', '`a``b', '<a b="']) {
    const text = part.repeat(20_000 / part.length);
    const { container, unmount } = render(<MarkdownText text={text} />);
    expect(container.textContent?.length).toBeGreaterThan(0);
    unmount();
  }
});

test('renders the items of a task list', () => {
  const { container } = render(<MarkdownText text={'- [x] **done**\n- [ ] open'} />);
  expect([...container.querySelectorAll('input')].map(({ checked }) => checked)).toEqual([true, false]);
  expect(container.textContent).toBe('doneopen');
});

test('renders headings and tables of a document', () => {
  const source = '# A\n\n## B\n\n| x | y |\n|---|--:|\n| `1` | <b>2</b> |';
  const { container, unmount } = render(<MarkdownText text={source} isDocument />);
  expect(container.querySelector('h2')?.textContent).toBe('A');
  expect(container.querySelector('h3')?.textContent).toBe('B');
  expect([...container.querySelectorAll('td')].map((cell) => cell.innerHTML)).toEqual([
    '<code>1</code>',
    '&lt;b&gt;2&lt;/b&gt;',
  ]);
  expect(container.querySelectorAll('th')[1]?.getAttribute('align')).toBe('right');
  unmount();
});
