import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TableIcon } from './table-icon';

it.each([
  ['contact_notes', 'message-square'],
  ['order_items', 'list'],
  ['sales', 'table-2'],
  ['customer_tags', 'tag'],
  ['personal_budgets', 'table-2'],
])('the icon of %s shows what its rows are', (name, icon) => {
  const markup = renderToStaticMarkup(<TableIcon table={{ name, kind: 'table' }} />);
  expect(markup).toContain(`lucide-${icon}`);
});
