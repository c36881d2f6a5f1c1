import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { LazyRecordPanel } from '@/app/table/record/lazy-record';
import { TablePage } from '@/app/table/table-page';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { ChangeSessionProvider } from '@/features/changes/change-session-provider';
import { SessionContext } from '@/lib/auth/session';
import { makeBucket, makeSchema, session } from '@/testing/api-fixtures';
import { jsonResponse, respondWith, type SentRequest } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';

const id = makeColumn('id', 'integer', { nullable: false, identity: 'always' });
const name = makeColumn('name', 'text');
const photos = makeColumn('photos', 'text', { array: true, tags: { file: 'bucket=photos' } });
const parcels = makeTable('parcels', [id, name, photos]);
const parcel = { id: 5, name: 'box', photos: ['in/a.png', 'in/b.pdf'] };

/** The record of a parcel with two files; what the folder allows decides the test. */
async function openParcel(privileges: object, columns = parcels.columns) {
  window.history.replaceState(null, '', '/tables/public/parcels?record=id.eq.5');
  const sent = respondWith({
    'GET /api/rows/parcels': () => jsonResponse([parcel]),
    'PATCH /api/rows/parcels': ({ body }: SentRequest) => jsonResponse([{ ...parcel, ...JSON.parse(body) }]),
    'GET /api/buckets': [makeBucket('photos', { allowedMimeTypes: ['image/*'], fileSizeLimit: 1024 })],
    'GET /api/files/photos': { entries: [], nextCursor: null, privileges },
    'POST /api/files/photos/remove': { removed: ['in/a.png'], failed: [] },
  });
  const table = { ...parcels, columns };
  const { user } = renderApp(
    <SessionContext value={{ ...session, schema: makeSchema([table]) }}>
      <ChangeSessionProvider>
        <TablePage schema="public" table="parcels" />
      </ChangeSessionProvider>
    </SessionContext>,
  );
  const field = within(await screen.findByRole('group', { name: 'photos' }));
  return { user, field, changes: () => sent.filter(({ method }) => method !== 'GET') };
}

const fullPrivileges = { insert: true, update: true, delete: true };

// The app loads it when it is idle.
beforeAll(() => LazyRecordPanel.preload());

describe('a column of several files', () => {
  it('shows each as a picture or a link, and the limits of the bucket', async () => {
    const { field } = await openParcel(fullPrivileges);
    expect(field.getByRole('button', { name: 'View a.png' })).toBeDefined();
    const link = field.getByRole('link', { name: 'View b.pdf' });
    expect(link.getAttribute('href')).toBe('/files/photos/in?file=b.pdf');
    expect(await field.findByText(/Images, up to 1 KB each\. Stored in photos\./)).toBeDefined();
    expect(field.getByRole('button', { name: 'Add files' })).toBeDefined();
  });

  it('removes a file from the row and leaves the object in the bucket by default', async () => {
    const { user, field, changes } = await openParcel(fullPrivileges);
    await user.click(field.getByRole('button', { name: 'Remove a.png' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(field.queryByRole('button', { name: 'View a.png' })).toBeNull();
    expect(changes()).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()[0]?.body).toBe('{"photos":["in/b.pdf"]}');
  });

  it('deletes the object only after the row is saved', async () => {
    const { user, field, changes } = await openParcel(fullPrivileges);
    await user.click(field.getByRole('button', { name: 'Remove a.png' }));
    await user.click(screen.getByRole('checkbox', { name: /Also delete the file from photos/ }));
    await user.click(screen.getByRole('button', { name: 'Remove and delete' }));
    expect(changes()).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(changes().map(({ method }) => method)).toEqual(['PATCH', 'POST']);
    expect(changes()[1]?.body).toBe('{"paths":["in/a.png"]}');
  });

  it('keeps a removed file and its object if the change is discarded', async () => {
    const { user, field, changes } = await openParcel(fullPrivileges);
    await user.click(field.getByRole('button', { name: 'Remove a.png' }));
    await user.click(screen.getByRole('checkbox', { name: /Also delete the file from photos/ }));
    await user.click(screen.getByRole('button', { name: 'Remove and delete' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field.getByRole('button', { name: 'View a.png' })).toBeDefined();
    // A later save does not delete the file either.
    await user.type(screen.getByRole('textbox', { name: 'name' }), '!');
    await user.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()[0]?.body).toBe('{"name":"box!"}');
  });

  it('offers neither adding nor deleting objects without the privilege', async () => {
    const { user, field } = await openParcel({ insert: false, update: false, delete: false });
    expect(await field.findByText('Your role can’t add files to photos.')).toBeDefined();
    expect(field.queryByRole('button', { name: /^(Add|Replace)/ })).toBeNull();
    await user.click(field.getByRole('button', { name: 'Remove a.png' }));
    expect(screen.queryByRole('checkbox', { name: /delete the file/ })).toBeNull();
    expect(screen.getByText('The file stays in photos.')).toBeDefined();
  });

  it('is view-only if the column can’t be changed', async () => {
    const locked = { ...photos, privileges: { select: true, insert: false, update: false } };
    const { field } = await openParcel(fullPrivileges, [id, name, locked]);
    expect(field.getByText('You don’t have permission to change this column.')).toBeDefined();
    expect(field.queryByRole('button', { name: /^(Add|Replace|Remove|Show path)/ })).toBeNull();
  });
});
