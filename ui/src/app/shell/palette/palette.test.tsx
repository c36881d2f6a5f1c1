import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SessionContext } from '@/lib/auth/session';
import { makeBaseTable, makeSchema, session } from '@/testing/api-fixtures';
import { respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { Palette } from './palette';

const schema = makeSchema([
  makeBaseTable('machines', { title: 'Machines' }),
  makeBaseTable('mac', { title: 'Mac' }),
]);

/** Renders the open palette, as its code loads when the user has typed a text. */
function renderPalette(text: string) {
  return renderApp(
    <SessionContext value={{ ...session, schema }}>
      <Palette
        open
        onOpenChange={() => {}}
        getTypedAhead={() => ({ text, isEntered: false, takesFocus: true })}
        onCloseAutoFocus={() => {}}
      />
    </SessionContext>,
  );
}

const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search or jump to' });
const selected = () => screen.getByRole('option', { selected: true }).textContent;

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView ??= () => {};
  respondWith({
    'GET /api/rows': [],
    'GET /api/buckets': [],
    'GET /api/files': { entries: [], nextCursor: null },
  });
});

test('the next key is added to the text that was typed while the code loaded', async () => {
  const { user } = renderPalette('time zo');
  expect(document.activeElement).toBe(input());
  await user.keyboard('ne');
  expect(input().value).toBe('time zone');
});

test('Enter directly after a change of the text opens the first result of the new text', async () => {
  renderPalette('machi');
  expect(selected()).toBe('Machines');
  // Outside `act`, so that React has not run the updates that cmdk schedules after the change.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), 'mac');
  input().dispatchEvent(new Event('input', { bubbles: true }));
  input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await act(async () => {});
  expect(window.location.pathname).toBe('/tables/public/mac');
});
