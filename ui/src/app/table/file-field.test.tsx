import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TablePage } from '@/app/table/table-page';
import { makeColumn, makeTable } from '@/data/testing/fixtures';
import { VisitProvider } from '@/features/changes/visit-provider';
import { SessionContext } from '@/lib/session';
import { answerWith, json, type Sent } from '@/testing/backend';
import { bucket, schemaOf, session } from '@/testing/fixtures';
import { renderApp } from '@/testing/render';

const id = makeColumn('id', 'integer', { nullable: false, identity: 'always' });
const name = makeColumn('name', 'text');
const photos = makeColumn('photos', 'text', { array: true, tags: { file: 'bucket=photos' } });
const parcels = makeTable('parcels', [id, name, photos]);
const parcel = { id: 5, name: 'box', photos: ['in/a.png', 'in/b.pdf'] };

/** The record of a parcel with two files; what the folder allows decides the test. */
async function openParcel(privileges: object, columns = parcels.columns) {
  window.history.replaceState(null, '', '/tables/public/parcels?record=id.eq.5');
  const sent = answerWith({
    'GET /api/rows/parcels': () => json([parcel]),
    'PATCH /api/rows/parcels': ({ body }: Sent) => json([{ ...parcel, ...JSON.parse(body) }]),
    'GET /api/buckets': [bucket('photos', { allowedMimeTypes: ['image/*'], fileSizeLimit: 1024 })],
    'GET /api/files/photos': { entries: [], nextCursor: null, privileges },
    'POST /api/files/photos/remove': { removed: ['in/a.png'], failed: [] },
  });
  const table = { ...parcels, columns };
  const { user } = renderApp(
    <SessionContext value={{ ...session, schema: schemaOf([table]) }}>
      <VisitProvider>
        <TablePage schema="public" table="parcels" />
      </VisitProvider>
    </SessionContext>,
  );
  const field = within(await screen.findByRole('group', { name: 'photos' }));
  return { user, field, changes: () => sent.filter(({ method }) => method !== 'GET') };
}

const everything = { insert: true, update: true, delete: true };

describe('a column of several files', () => {
  it('shows each, a picture or a way to it, and what the bucket takes', async () => {
    const { field } = await openParcel(everything);
    expect(field.getByRole('button', { name: 'View a.png' })).toBeDefined();
    const link = field.getByRole('link', { name: 'View b.pdf' });
    expect(link.getAttribute('href')).toBe('/files/photos/in?file=b.pdf');
    expect(await field.findByText(/images, up to 1 KB each, kept in photos/)).toBeDefined();
    expect(field.getByRole('button', { name: 'Add files' })).toBeDefined();
  });

  it('takes one off the row and leaves the object, unless told otherwise', async () => {
    const { user, field, changes } = await openParcel(everything);
    await user.click(field.getByRole('button', { name: 'Remove a.png' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()[0]?.body).toBe('{"photos":["in/b.pdf"]}');
  });

  it('deletes the object only after the row let it go', async () => {
    const { user, field, changes } = await openParcel(everything);
    await user.click(field.getByRole('button', { name: 'Remove a.png' }));
    await user.click(screen.getByRole('checkbox', { name: /Delete the file from photos too/ }));
    await user.click(screen.getByRole('button', { name: 'Remove and delete' }));
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(changes().map(({ method }) => method)).toEqual(['PATCH', 'POST']);
    expect(changes()[1]?.body).toBe('{"paths":["in/a.png"]}');
  });

  it('offers neither adding nor deleting objects to who may not', async () => {
    const { user, field } = await openParcel({ insert: false, update: false, delete: false });
    expect(await field.findByText('Your role can’t add files to photos.')).toBeDefined();
    expect(field.queryByRole('button', { name: /^(Add|Replace)/ })).toBeNull();
    await user.click(field.getByRole('button', { name: 'Remove a.png' }));
    expect(screen.queryByRole('checkbox', { name: /Delete the file/ })).toBeNull();
    expect(screen.getByText('The file itself stays in photos.')).toBeDefined();
  });

  it('is only looked at where the column can’t be changed', async () => {
    const locked = { ...photos, privileges: { select: true, insert: false, update: false } };
    const { field } = await openParcel(everything, [id, name, locked]);
    expect(field.getByText('Your role may not change this column.')).toBeDefined();
    expect(field.queryByRole('button', { name: /^(Add|Replace|Remove|Path)/ })).toBeNull();
  });
});
