import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { drafts } from '@/data/writes/drafts';
import { session } from '@/testing/api-fixtures';
import { errorResponse, jsonResponse, respondWith, type SentRequest } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { RecordComments } from './record-comments';

const columns = [
  'id',
  'table_schema',
  'table_name',
  'record_key',
  'body',
  'author',
  'author_name',
  'created_at',
  'edited_at',
];
const table = makeTable(
  'tableside_comments',
  columns.map((name) => makeColumn(name, 'text')),
);
const record = { schema: 'public', table: 'orders', key: '["5"]' };

const own = {
  ...{ id: 'c-1', body: 'Mine **first**', author: session.user.id, author_name: 'Signe Østergaard' },
  ...{ created_at: '2026-11-20T10:00:00+00:00', edited_at: null },
};
const other = { ...own, id: 'c-2', body: 'Reply', author: 'u-2', author_name: 'Jonas Keller' };

/** Renders the comments on a record. `send` responds to writes, `total` is the number of all comments. */
function renderComments(send: (sent: SentRequest) => unknown = () => jsonResponse([own]), total = 2) {
  const newestFirst = JSON.stringify([other, own]);
  const sent = respondWith({
    'GET /api/rows/tableside_comments': () =>
      new Response(newestFirst, { headers: { 'Content-Range': `0-1/${total}` } }),
    'POST /api/rows/tableside_comments': send,
    'PATCH /api/rows/tableside_comments': send,
    'DELETE /api/rows/tableside_comments': send,
  });
  const { user } = renderApp(<RecordComments {...{ table, record }} heading="h3" />);
  const writes = () => sent.filter(({ method }) => method !== 'GET');
  return { user, sent, writes };
}

const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' });

beforeEach(() => drafts.removeUser(session.user.id));

it('lists the comments of the record, oldest first, with actions for own comments', async () => {
  const { user, sent } = renderComments();
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('Signe Østergaard');
  expect(first?.querySelector('p strong')).not.toBeNull();
  expect(second?.textContent).toContain('Jonas Keller');
  const { query } = sent[0] as SentRequest;
  expect(query.get('record_key')).toBe('eq.["5"]');
  expect(query.get('table_name')).toBe('eq.orders');
  await user.click(within(second as HTMLElement).getByRole('button', { name: /^Actions/ }));
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Copy text']);
});

it('sends a comment without author or time, and empties the field', async () => {
  const { user, writes } = renderComments();
  await user.type(input(), ' Hello ');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(input().value).toBe(''));
  const key = { table_schema: 'public', table_name: 'orders', record_key: '["5"]' };
  expect(writes().map(({ method, body }) => [method, JSON.parse(body)])).toEqual([
    [
      'POST',
      [{ ...key, id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/), body: 'Hello' }],
    ],
  ]);
});

it('writes a comment once if the response of the first attempt is lost', async () => {
  const posts: string[] = [];
  const { user, writes } = renderComments(({ method, body }) => {
    if (method === 'PATCH') return jsonResponse([own]);
    posts.push(JSON.parse(body)[0].id);
    return posts.length === 1
      ? errorResponse(502, 'unreachable', 'Lost')
      : errorResponse(409, '23505', 'Duplicate');
  });
  await user.type(input(), 'Once');
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  await screen.findByRole('alert');
  await user.type(input(), ' more');
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  await waitFor(() => expect(input().value).toBe(''));
  expect(posts[1]).toBe(posts[0]);
  const last = writes().at(-1);
  expect([last?.method, last?.query.get('id'), last?.body]).toEqual([
    'PATCH',
    `eq.${posts[0]}`,
    '{"body":"Once more"}',
  ]);
});

it('does not send an empty text', async () => {
  const { user, writes } = renderComments();
  await user.type(input(), '  ');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' }).disabled).toBe(true);
  expect(writes()).toEqual([]);
});

it('keeps the text if sending fails, also after the record was closed', async () => {
  const { user } = renderComments(() => errorResponse(503, 'unreachable', 'No connection'));
  await user.type(input(), 'Do not lose me');
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Your text is still here');
  expect(input().value).toBe('Do not lose me');
  document.body.replaceChildren();
  renderComments();
  expect(input().value).toBe('Do not lose me');
});

it('edits a comment; Escape discards the edit', async () => {
  const { user, writes } = renderComments();
  const edit = async () => {
    const [first] = await screen.findAllByRole('listitem');
    await user.click(within(first as HTMLElement).getByRole('button', { name: /^Actions/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit comment' });
  };
  await user.type(await edit(), ' again{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Edit comment' })).toBeNull();
  const editor = await edit();
  expect(editor.value).toBe('Mine **first**');
  await user.clear(editor);
  await user.type(editor, 'Second');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  const [{ method, query, body }] = writes() as [SentRequest];
  expect([method, query.get('id'), JSON.parse(body)]).toEqual(['PATCH', 'eq.c-1', { body: 'Second' }]);
});

it('asks before a comment is deleted', async () => {
  const { user, writes } = renderComments();
  const [first] = await screen.findAllByRole('listitem');
  await user.click(within(first as HTMLElement).getByRole('button', { name: /^Actions/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete…' }));
  expect(writes()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete comment' }));
  await waitFor(() => expect(writes().map(({ method }) => method)).toEqual(['DELETE']));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('loads earlier comments on request', async () => {
  const { user, sent } = renderComments(undefined, 120);
  await user.click(await screen.findByRole('button', { name: 'Show 118 earlier' }));
  await waitFor(() => expect(sent.at(-1)?.query.get('limit')).toBe('100'));
});
