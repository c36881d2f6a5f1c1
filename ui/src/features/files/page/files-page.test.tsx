import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FileList } from '@/lib/api.gen';
import { parse } from '@/lib/json';
import { makeBucket, makeFileEntry } from '@/testing/api-fixtures';
import { errorResponse, jsonResponse, respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { FilesPage } from './files-page';

const allPrivileges = { insert: true, update: true, delete: true };
const noPrivileges = { insert: false, update: false, delete: false };
const makeFileList = (over: Partial<FileList> = {}): FileList => ({
  entries: [
    makeFileEntry('guides', { folder: true }),
    makeFileEntry('b.txt'),
    makeFileEntry('a.png', { mimeType: 'image/png' }),
  ],
  nextCursor: null,
  privileges: allPrivileges,
  ...over,
});

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

function renderPage(answers: Record<string, unknown>, prefix = '') {
  const sent = respondWith({ 'GET /api/buckets': [makeBucket('documents')], ...answers });
  return { sent, ...renderApp(<FilesPage bucket="documents" prefix={prefix} />) };
}

test('a folder is listed, its folders lead on and its files open', async () => {
  renderPage({ 'GET /api/files/documents': makeFileList() });
  expect((await screen.findByRole('link', { name: 'guides' })).getAttribute('href')).toBe(
    '/files/documents/guides',
  );
  expect(screen.getByRole('link', { name: 'b.txt' }).getAttribute('href')).toBe('/?file=b.txt');
});

test('where one is stands above, each folder leading back to itself', async () => {
  renderPage({ 'GET /api/files/documents': makeFileList({ entries: [] }) }, 'guides/2026');
  const crumbs = within(screen.getByRole('navigation', { name: 'Where you are' }));
  expect(crumbs.getByRole('link', { name: 'guides' }).getAttribute('href')).toBe('/files/documents/guides');
  expect(crumbs.getByRole('heading', { name: '2026' })).toBeTruthy();
});

describe('each state is told', () => {
  test('empty, with the way to the first file', async () => {
    renderPage({ 'GET /api/files/documents': makeFileList({ entries: [] }) });
    expect(await screen.findByText('Nothing in this bucket yet')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Upload files' })).toBeTruthy();
  });

  test('no match, with the way out', async () => {
    window.history.replaceState(null, '', '/?search=zzz');
    const { sent, user } = renderPage({
      'GET /api/files/documents': ({ query }: { query: URLSearchParams }) =>
        query.has('search') ? makeFileList({ entries: [] }) : makeFileList(),
    });
    await user.click(await screen.findByRole('button', { name: 'Clear the search' }, { timeout: 2_000 }));
    expect(await screen.findByRole('link', { name: 'b.txt' })).toBeTruthy();
    expect(sent.some(({ query }) => query.get('search') === 'zzz')).toBe(true);
  });

  test('no permission, with the role that has none', async () => {
    renderPage({ 'GET /api/files/documents': makeFileList({ entries: [], privileges: noPrivileges }) });
    expect(await screen.findByText('There is nothing in this bucket for you')).toBeTruthy();
    expect(screen.getByText('staff')).toBeTruthy();
  });

  test('no such bucket', async () => {
    respondWith({ 'GET /api/buckets': [], 'GET /api/files/documents': makeFileList({ entries: [] }) });
    renderApp(<FilesPage bucket="documents" prefix="" />);
    expect(await screen.findByText('There is no such bucket for you')).toBeTruthy();
  });

  test('an error, which can be tried again', async () => {
    let down = true;
    const { user } = renderPage({
      'GET /api/files/documents': () =>
        down ? errorResponse(503, 'backend_unreachable', 'The backend is down.') : makeFileList(),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('The backend is down.');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'b.txt' })).toBeTruthy();
  });
});

test('what the role may not do is not offered', async () => {
  const { user } = renderPage({ 'GET /api/files/documents': makeFileList({ privileges: noPrivileges }) });
  await user.click(await screen.findByRole('button', { name: 'Tools for b.txt' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Download',
    'Copy address',
  ]);
  for (const name of ['Upload', 'New folder']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Tools for guides' })).toBeNull();
});

test('what the backend can’t tell beforehand is offered', async () => {
  const privileges = { insert: null, update: null, delete: null };
  const { user } = renderPage({ 'GET /api/files/documents': makeFileList({ privileges }) });
  await user.click(await screen.findByRole('button', { name: 'Tools for b.txt' }));
  expect(screen.getByRole('menuitem', { name: /Delete/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Upload' })).toBeTruthy();
});

test('deleting a folder takes every file below it, and names it first', async () => {
  const { sent, user } = renderPage({
    'GET /api/files/documents': ({ query }: { query: URLSearchParams }) => {
      if (query.get('prefix') !== 'guides') return makeFileList();
      if (query.get('cursor') === 'next') return makeFileList({ entries: [makeFileEntry('guides/z.txt')] });
      return makeFileList({ entries: [makeFileEntry('guides/y.txt')], nextCursor: 'next' });
    },
    'POST /api/files/documents/remove': ({ body }: { body: string }) => ({
      removed: parse<{ paths: string[] }>(body).paths,
      failed: [],
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Tools for guides' }));
  await user.click(screen.getByRole('menuitem', { name: /Delete/ }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete “guides”?' });
  expect(dialog.textContent).toContain('guides/ and all that is in it');
  await user.click(screen.getByRole('button', { name: 'Delete folder' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const removal = sent.find(({ method }) => method === 'POST');
  expect(parse(removal?.body ?? '')).toEqual({ paths: ['guides/y.txt', 'guides/z.txt'] });
});

test('a refused deletion is told, and the dialog stays', async () => {
  const { user } = renderPage({
    'GET /api/files/documents': makeFileList(),
    'POST /api/files/documents/remove': { removed: [], failed: ['b.txt'] },
  });
  await user.click(await screen.findByRole('button', { name: 'Tools for b.txt' }));
  await user.click(screen.getByRole('menuitem', { name: /Delete/ }));
  await user.click(await screen.findByRole('button', { name: 'Delete file' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('1 file could not be deleted');
  expect(alert.textContent).toContain('staff');
});

test('renaming keeps the folder, and shows why it was refused', async () => {
  const { sent, user } = renderPage(
    {
      'GET /api/files/documents': makeFileList({ entries: [makeFileEntry('guides/b.txt')] }),
      'POST /api/files/documents/move': () =>
        errorResponse(409, 'ResourceAlreadyExists', 'The resource already exists'),
    },
    'guides',
  );
  await user.click(await screen.findByRole('button', { name: 'Tools for b.txt' }));
  await user.click(screen.getByRole('menuitem', { name: /Rename/ }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'c.txt{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('already exists');
  const move = sent.find(({ method }) => method === 'POST');
  expect(parse(move?.body ?? '')).toEqual({ from: 'guides/b.txt', to: 'guides/c.txt' });
});

test('the view and the order are in the address', async () => {
  const { sent, user } = renderPage({ 'GET /api/files/documents': makeFileList() });
  await user.click(await screen.findByRole('button', { name: 'As a grid' }));
  await waitFor(() => expect(window.location.search).toBe('?view=grid'));
  expect(screen.getByRole('list', { name: 'Folders' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'As a list' }));
  await user.click(screen.getByRole('button', { name: 'Changed' }));
  await waitFor(() => expect(window.location.search).toBe('?view=list&sort=updated_at.desc'));
  await waitFor(() => expect(sent.at(-1)?.query.get('sort')).toBe('updated_at.desc'));
});

test('by keyboard one goes from line to line, selects and deletes', async () => {
  const { user } = renderPage({ 'GET /api/files/documents': makeFileList() });
  const lines = await screen.findAllByRole('row');
  // happy-dom lays nothing out.
  lines.forEach((line, i) => {
    line.getBoundingClientRect = () => new DOMRect(0, i * 44, 800, 44);
  });
  screen.getByRole('link', { name: 'guides' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'b.txt' }));
  await user.keyboard('x{ArrowDown}x{Delete}');
  expect((await screen.findByRole('alertdialog', { name: 'Delete 2 files?' })).textContent).toContain(
    'a.png',
  );
});

test('a text file is previewed, and the arrow key leads to the next', async () => {
  window.history.replaceState(null, '', '/?file=b.txt');
  const { user } = renderPage({
    'GET /api/files/documents/b.txt': () => new Response('Hello, harbour'),
    'GET /api/files/documents': makeFileList(),
  });
  const dialog = await screen.findByRole('dialog', { name: 'b.txt' });
  expect(await within(dialog).findByText('Hello, harbour')).toBeTruthy();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(window.location.search).toBe('?file=a.png'));
  expect(await screen.findByRole('img', { name: 'a.png' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(window.location.search).toBe(''));
});

test('a preview that can’t be read says so', async () => {
  window.history.replaceState(null, '', '/?file=b.txt');
  renderPage({
    'GET /api/files/documents/b.txt': () =>
      jsonResponse(
        { code: 'NoSuchKey', message: 'Object not found', details: '', hint: '', status: 404, requestId: '' },
        404,
      ),
    'GET /api/files/documents': makeFileList(),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('This file is no longer there');
});
