import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ActionRuns } from '@/data/actions/runs/action-runs';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { Action } from '@/lib/api.gen';
import { SessionContext } from '@/lib/auth/session';
import { ActionRunsContext } from '@/table/actions/action-runs-context';
import { makeAction, makeSchema, session } from '@/testing/api-fixtures';
import { errorResponse, respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { ActionPage } from './action-page';

// The grid needs a browser's layout.
vi.mock('react-data-grid', () => ({ DataGrid: () => <table /> }));

const orders = makeTable('orders', [makeColumn('id', 'integer')]);

/** Renders the page of an action. `respond` returns the response of its function. */
function renderPage(action: Action, respond: () => unknown) {
  const sent = respondWith({ [`POST /api/rpc/${action.name}`]: respond });
  const runs = new ActionRuns(new QueryClient(), 'test');
  const { user } = renderApp(
    <SessionContext value={{ ...session, schema: { ...makeSchema([orders]), actions: [action] } }}>
      <ActionRunsContext value={runs}>
        <ActionPage action={action} />
      </ActionRunsContext>
    </SessionContext>,
  );
  return { user, sent };
}

it('asks before it runs an action with @confirm', async () => {
  const action = makeAction('ship', { label: 'Ship', title: 'Ship order', confirm: 'The carrier takes it.' });
  const { user, sent } = renderPage(action, () => new Response(null, { status: 204 }));
  await user.click(screen.getByRole('button', { name: 'Ship' }));
  const question = screen.getByRole('alertdialog', { name: 'Ship order?' });
  expect(question.textContent).toContain('The carrier takes it.');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(sent).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Ship' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Ship' }));
  expect(await screen.findByText('Done. There is no result.')).toBeTruthy();
  expect(sent).toHaveLength(1);
});

it('states that the backend returned only the first rows, with the number of all', async () => {
  const result = { ...makeAction('list').result, kind: 'rows' as const, set: true };
  const rows = () =>
    new Response('[{"n":1},{"n":2}]', { status: 206, headers: { 'Content-Range': '0-1/5230' } });
  const { user } = renderPage(makeAction('list', { result }), rows);
  await user.click(screen.getByRole('button', { name: 'list' }));
  const note = await screen.findByRole('note');
  expect(note.textContent).toContain('The first 2 of 5,230 rows.');
  expect(note.textContent).toContain('Copy and download contain only these.');
});

it('advises in the recent runs what to check after an unknown outcome', async () => {
  const action = makeAction('pay', { touches: [{ schema: 'public', table: 'orders' }] });
  const { user } = renderPage(action, () =>
    errorResponse(504, 'outcome_unknown', 'The function may have run.'),
  );
  await user.click(screen.getByRole('button', { name: 'pay' }));
  const recent = screen.getByRole('region', { name: 'Recent runs' });
  await waitFor(() =>
    expect(recent.textContent).toContain('It may have run. Check orders before you run it again.'),
  );
  expect(within(recent).getByRole('link', { name: 'orders' }).getAttribute('href')).toContain('orders');
});

it('shows the message of a function at the argument that it names', async () => {
  const [base] = [makeAction('restock')];
  const quantity = {
    ...{ name: 'quantity', title: 'Bags', help: '', type: 'integer', base: 'int4', kind: 'integer' as const },
    ...{ array: false, enum: [], required: false, variadic: false, default: '24', preset: null },
    ...{ reference: null, file: null, table: null, fields: [] },
  };
  const { user } = renderPage({ ...base, arguments: [quantity] } as Action, () =>
    errorResponse(400, '22023', 'Restock at most 500 bags at once', 'Restock twice.'),
  );
  await user.click(screen.getByRole('button', { name: 'restock' }));
  const field = await screen.findByRole('textbox', { name: 'Bags' });
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('Restock at most 500 bags at once. Restock twice.')).toBeTruthy();
});
