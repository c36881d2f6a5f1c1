import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FileList } from '@/lib/api.gen';
import { parseJSON } from '@/lib/text/json';
import { makeBucket, makeFileEntry } from '@/testing/api-fixtures';
import { errorResponse, jsonResponse, respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { JobCards } from '../jobs/cards/job-cards';
import { FilesPage } from './files-page';

const allPrivileges = { insert: true, update: true, delete: true };
const noPrivileges = { insert: false, update: false, delete: false };
const makeFileList = (changes: Partial<FileList> = {}): FileList => ({
  entries: [
    makeFileEntry('guides', { folder: true }),
    makeFileEntry('b.txt'),
    makeFileEntry('a.png', { mimeType: 'image/png' }),
  ],
  nextCursor: null,
  listed: 3,
  privileges: allPrivileges,
  ...changes,
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

function renderPage(responses: Record<string, unknown>, prefix = '') {
  const requests = respondWith({ 'GET /api/buckets': [makeBucket('documents')], ...responses });
  return { requests, ...renderApp(<FilesPage bucket="documents" prefix={prefix} onImport={() => {}} />) };
}

test('lists a folder with links to its folders and to its files’ previews', async () => {
  renderPage({ 'GET /api/files/documents': makeFileList() });
  expect((await screen.findByRole('link', { name: 'guides' })).getAttribute('href')).toBe(
    '/files/documents/guides',
  );
  expect(screen.getByRole('link', { name: 'b.txt' }).getAttribute('href')).toBe('/?file=b.txt');
});

test('shows the folder’s path with links to the folders above', async () => {
  renderPage({ 'GET /api/files/documents': makeFileList({ entries: [] }) }, 'guides/2026');
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }));
  expect(crumbs.getByRole('link', { name: 'guides' }).getAttribute('href')).toBe('/files/documents/guides');
  expect(crumbs.getByRole('heading', { name: '2026' })).toBeTruthy();
});

describe('without files', () => {
  test('shows an empty bucket with an upload button', async () => {
    renderPage({ 'GET /api/files/documents': makeFileList({ entries: [] }) });
    expect(await screen.findByText('This bucket is empty')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Upload files' })).toBeTruthy();
  });

  test('shows that nothing matches the search, and clears it', async () => {
    window.history.replaceState(null, '', '/?search=zzz');
    const { requests, user } = renderPage({
      'GET /api/files/documents': ({ query }: { query: URLSearchParams }) =>
        query.has('match') ? makeFileList({ entries: [] }) : makeFileList(),
    });
    await user.click(await screen.findByRole('button', { name: 'Clear search' }, { timeout: 2_000 }));
    expect(await screen.findByRole('link', { name: 'b.txt' })).toBeTruthy();
    expect(requests.some(({ query }) => query.get('match') === 'zzz')).toBe(true);
  });

  test('shows the role that has no permission', async () => {
    renderPage({ 'GET /api/files/documents': makeFileList({ entries: [], privileges: noPrivileges }) });
    expect(await screen.findByText('No files that you can see')).toBeTruthy();
    expect(screen.getByText('staff')).toBeTruthy();
  });

  test('shows that the bucket was not found', async () => {
    respondWith({ 'GET /api/buckets': [], 'GET /api/files/documents': makeFileList({ entries: [] }) });
    renderApp(<FilesPage bucket="documents" prefix="" onImport={() => {}} />);
    expect(await screen.findByText('Bucket not found, or no access')).toBeTruthy();
  });

  test('shows an error with a retry', async () => {
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

test('offers no action for which the role has no permission', async () => {
  const { user } = renderPage({ 'GET /api/files/documents': makeFileList({ privileges: noPrivileges }) });
  await user.click(await screen.findByRole('button', { name: 'Actions for b.txt' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Download',
    'Copy link',
    'Share…',
    'Details',
  ]);
  for (const name of ['Upload', 'New folder']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Actions for guides' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Download as zip']);
});

test('offers actions of which the backend does not know whether they are allowed', async () => {
  const privileges = { insert: null, update: null, delete: null };
  const { user } = renderPage({ 'GET /api/files/documents': makeFileList({ privileges }) });
  await user.click(await screen.findByRole('button', { name: 'Actions for b.txt' }));
  expect(screen.getByRole('menuitem', { name: /Delete/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Upload' })).toBeTruthy();
});

test('names a folder before it deletes all files in and below it', async () => {
  const { requests, user } = renderPage({
    'GET /api/files/documents': ({ query }: { query: URLSearchParams }) => {
      if (query.get('prefix') !== 'guides') return makeFileList();
      if (query.get('cursor') === 'next') return makeFileList({ entries: [makeFileEntry('guides/z.txt')] });
      return makeFileList({ entries: [makeFileEntry('guides/y.txt')], nextCursor: 'next' });
    },
    'POST /api/files/documents/remove': ({ body }: { body: string }) => ({
      removed: parseJSON<{ paths: string[] }>(body).paths,
      failed: [],
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for guides' }));
  await user.click(screen.getByRole('menuitem', { name: /Delete/ }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete “guides”?' });
  expect(dialog.textContent).toContain('guides/ and everything in it');
  await waitFor(() => expect(dialog.textContent).toContain('2 files'));
  await user.click(screen.getByRole('button', { name: 'Delete folder' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const removal = await vi.waitFor(() => {
    const found = requests.find(({ method }) => method === 'POST');
    expect(found).toBeDefined();
    return found;
  });
  expect(parseJSON(removal?.body ?? '')).toEqual({ paths: ['guides/y.txt', 'guides/z.txt'] });
});

test('reports a file that was not deleted', async () => {
  const { user } = renderPage({
    'GET /api/files/documents': makeFileList(),
    'GET /api/file-info/documents/b.txt': { etag: '', size: 1 },
    'POST /api/files/documents/remove': { removed: [], failed: ['b.txt'] },
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for b.txt' }));
  await user.click(screen.getByRole('menuitem', { name: /Delete/ }));
  const confirm = await screen.findByRole('button', { name: 'Delete file' });
  await waitFor(() => expect(confirm.hasAttribute('disabled')).toBe(false));
  await user.click(confirm);
  renderApp(<JobCards />);
  expect(await screen.findByText('0 of 1 file deleted', {}, { timeout: 3_000 })).toBeTruthy();
  expect(screen.getByText('1 rejected by a policy.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show report' }));
  expect(await screen.findByText('Rejected by a policy')).toBeTruthy();
});

test('renames a file in its folder and shows why the rename was rejected', async () => {
  const { requests, user } = renderPage(
    {
      'GET /api/files/documents': makeFileList({ entries: [makeFileEntry('guides/b.txt')] }),
      'POST /api/files/documents/move': () =>
        errorResponse(409, 'ResourceAlreadyExists', 'The resource already exists'),
    },
    'guides',
  );
  await user.click(await screen.findByRole('button', { name: 'Actions for b.txt' }));
  await user.click(screen.getByRole('menuitem', { name: /Rename/ }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'c.txt{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('already exists');
  const move = requests.find(({ method }) => method === 'POST');
  expect(parseJSON(move?.body ?? '')).toEqual({ from: 'guides/b.txt', to: 'guides/c.txt' });
});

test('stores the view and the order in the URL', async () => {
  const { requests, user } = renderPage({ 'GET /api/files/documents': makeFileList() });
  await user.click(await screen.findByRole('button', { name: 'Show as grid' }));
  await waitFor(() => expect(window.location.search).toBe('?view=grid'));
  expect(screen.getByRole('list', { name: 'Folders' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show as list' }));
  await user.click(screen.getByRole('button', { name: 'Modified' }));
  await waitFor(() => expect(window.location.search).toBe('?view=list&sort=updated_at.desc'));
  expect(requests.every(({ query }) => (query.get('sort') ?? 'name.asc') === 'name.asc')).toBe(true);
});

test('moves between rows, selects and deletes by keyboard', async () => {
  const { user } = renderPage({ 'GET /api/files/documents': makeFileList() });
  (await screen.findByRole('link', { name: 'guides' })).focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'a.png' }));
  await user.keyboard('x{ArrowDown}x{Delete}');
  expect((await screen.findByRole('alertdialog', { name: 'Delete 2 files?' })).textContent).toContain(
    'a.png',
  );
});

test('selects a range by Shift, by keyboard and by mouse', async () => {
  const { user } = renderPage({ 'GET /api/files/documents': makeFileList() });
  (await screen.findByRole('link', { name: 'guides' })).focus();
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(screen.getByText('3 items selected')).toBeTruthy();
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
  expect(screen.getByText('2 items selected')).toBeTruthy();
  await user.keyboard('{Control>}');
  await user.click(screen.getByRole('link', { name: 'b.txt' }));
  expect(screen.getByText('3 items selected')).toBeTruthy();
  await user.keyboard('{/Control}{Shift>}');
  await user.click(screen.getByRole('link', { name: 'guides' }));
  await user.keyboard('{/Shift}');
  expect(screen.getByText('3 items selected')).toBeTruthy();
  expect(window.location.search).toBe('');
});

test('selects all files after it has loaded the other pages', async () => {
  const pages = [1, 2, 3].map((page) => ({
    ...makeFileList({
      entries: Array.from({ length: 1000 }, (_, i) => makeFileEntry(`file-${page}-${i}.txt`)),
      listed: 1000,
    }),
    nextCursor: page < 3 ? `k${page}` : null,
  }));
  const { user } = renderPage({
    'GET /api/files/documents': ({ query }: { query: URLSearchParams }) =>
      pages[Number((query.get('cursor') || 'k0').slice(1))],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  expect(await screen.findByText('3,000 items selected')).toBeTruthy();
  expect(screen.getAllByRole('row').length).toBeLessThan(100);
  await user.keyboard('{Delete}');
  expect(await screen.findByRole('alertdialog', { name: 'Delete 3,000 files?' })).toBeTruthy();
});

test('searches all pages, and shows what was searched', async () => {
  const { user, requests } = renderPage({
    'GET /api/files/documents': ({ query }: { query: URLSearchParams }) =>
      query.get('recursive') !== 'true'
        ? makeFileList()
        : makeFileList({
            entries: query.get('cursor') === 'k1' ? [makeFileEntry('guides/deep/report.txt')] : [],
            listed: 1000,
            nextCursor: query.get('cursor') === 'k1' ? null : 'k1',
          }),
  });
  await user.click(await screen.findByRole('searchbox', { name: 'Search files' }));
  await user.paste('Report'); // slowly typed letters would be searched one by one
  expect(await screen.findByText('1 match in documents, of 2,000 files, subfolders included')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'guides/deep/report.txt' })).toBeTruthy();
  expect(requests.every(({ query }) => (query.get('match') ?? 'Report') === 'Report')).toBe(true);
});

test('previews a text file, and the previous file after an arrow key', async () => {
  window.history.replaceState(null, '', '/?file=b.txt');
  const { user } = renderPage({
    'GET /api/files/documents/b.txt': () => new Response('Hello, harbour'),
    'GET /api/files/documents': makeFileList(),
  });
  const dialog = await screen.findByRole('dialog', { name: 'b.txt' });
  expect(await within(dialog).findByText('Hello, harbour')).toBeTruthy();
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(window.location.search).toBe('?file=a.png'));
  expect(await screen.findByRole('img', { name: 'a.png' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(window.location.search).toBe(''));
});

test('shows an error if a preview can’t be loaded', async () => {
  window.history.replaceState(null, '', '/?file=b.txt');
  renderPage({
    'GET /api/files/documents/b.txt': () =>
      jsonResponse(
        { code: 'NoSuchKey', message: 'Object not found', details: '', hint: '', status: 404, requestId: '' },
        404,
      ),
    'GET /api/files/documents': makeFileList(),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('File not found, or no access');
});

test('sorts a folder of several pages by date after it has read each page once', async () => {
  const pages = [1, 2, 3].map((page) => ({
    ...makeFileList({
      entries: Array.from({ length: 5 }, (_, i) =>
        makeFileEntry(`file-${page}-${i}.txt`, { updatedAt: `2026-01-0${i + 1}T0${page}:00:00Z` }),
      ),
    }),
    nextCursor: page < 3 ? `k${page}` : null,
  }));
  window.history.replaceState(null, '', '/?sort=updated_at.desc');
  let respondToLastPage = () => {};
  const lastPage = new Promise<void>((resolve) => {
    respondToLastPage = resolve;
  });
  const { requests } = renderPage({
    'GET /api/files/documents': async ({ query }: { query: URLSearchParams }) => {
      const page = Number((query.get('cursor') || 'k0').slice(1));
      if (page === 2) await lastPage;
      return pages[page];
    },
  });
  expect(await screen.findByText('Sorting documents by date: 10 files read')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'file-1-0.txt' })).toBeNull();
  respondToLastPage();
  await screen.findByRole('link', { name: 'file-3-4.txt' });
  const names = screen
    .getAllByRole('link', { name: /^file-/ })
    .map(({ textContent }) => textContent?.slice(0, 12));
  expect(names.slice(0, 4)).toEqual(['file-3-4.txt', 'file-2-4.txt', 'file-1-4.txt', 'file-3-3.txt']);
  expect(screen.queryByText(/Sorting documents/)).toBeNull();
  expect(requests.filter(({ path }) => path === '/api/files/documents')).toHaveLength(3);
});
