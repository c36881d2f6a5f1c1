import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createDatabase, draft, openPage, orders, setUpFakeBrowser } from '@/data/testing/outbox-fixtures';
import { makeTable } from '@/data/testing/table-fixtures';
import { ChangeSession } from './change-session';

const pages = setUpFakeBrowser();

describe('a queued edit of a column that no longer exists', () => {
  it('fails as a whole and keeps the entered values', async () => {
    const db = createDatabase(draft);
    const { edits, close } = openPage();
    db.state.isUnreachable = true;
    await edits.save(draft, { status: 'sent', note: 'mine' });
    close();
    pages.endPage('first');
    const lesser = makeTable(
      'orders',
      orders.columns.filter(({ name }) => name !== 'note'),
    );
    const other = new ChangeSession({ client: new QueryClient(), scope: 'ada', findTable: () => lesser });
    db.state.isUnreachable = false;
    await other.outbox.flush();
    expect(db.row('1')?.status).toBe('draft');
    expect(other.outbox.snapshot().entries).toMatchObject([
      { state: 'failed', changes: { note: 'mine' }, rejection: { error: { code: 'column_gone' } } },
    ]);
  });
});

describe('a queued edit of a table that no longer exists', () => {
  it('fails and keeps the entered values', async () => {
    const db = createDatabase(draft);
    const { edits, close } = openPage();
    db.state.isUnreachable = true;
    await edits.save(draft, { status: 'sent' });
    close();
    pages.endPage('first');
    const other = new ChangeSession({ client: new QueryClient(), scope: 'ada', findTable: () => undefined });
    await other.outbox.flush();
    expect(other.outbox.snapshot().entries).toMatchObject([
      { state: 'failed', changes: { status: 'sent' }, rejection: { error: { code: 'unknown_table' } } },
    ]);
  });
});
