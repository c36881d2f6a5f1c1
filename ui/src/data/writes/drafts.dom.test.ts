import { beforeEach, describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import type { Column } from '@/lib/api.gen';
import { applyLocale } from '@/lib/browser/zone/locale';
import { setZone } from '@/lib/browser/zone/zone';
import { convertDraft } from './draft-entries';
import { drafts, listUnreferencedFiles, removeSavedEntries } from './drafts';

const mine = JSON.stringify(['ada', 'public', 'orders', '["1"]']);
const theirs = JSON.stringify(['grace', 'public', 'orders', 'new']);

describe('drafts', () => {
  beforeEach(() => {
    sessionStorage.clear();
    drafts.reload();
  });

  it('outlive the page, and distinguish NULL, empty and default', () => {
    const draft = {
      baseRow: { id: '1', note: 'a' },
      entered: { note: null, name: '', status: undefined, total: '9007199254740993' },
    };
    drafts.set(mine, draft);
    drafts.reload();
    expect(drafts.get(mine)).toMatchObject(draft);
    expect('status' in (drafts.get(mine)?.entered ?? {})).toBe(true);
  });

  it('leave nothing in the storage when they are saved or discarded', () => {
    drafts.set(mine, { baseRow: undefined, entered: { name: 'x' } });
    drafts.delete(mine);
    expect(sessionStorage.length).toBe(0);
  });

  it('keep what was entered during a save, with the files that were uploaded for it', () => {
    const saving = { name: 'x', photo: 'a.png' };
    const files = ['a.png', 'b.png', 'c.png'].map((path) => ({ bucket: 'photos', path }));
    const draft = { baseRow: { id: '1' }, entered: { ...saving, name: 'xy', scans: ['c.png'] }, files };
    const saved = { id: '1', name: 'x', photo: 'a.png' };
    const rest = removeSavedEntries(draft, saving, saved);
    expect(rest).toEqual({
      baseRow: saved,
      entered: { name: 'xy', scans: ['c.png'] },
      files: [{ bucket: 'photos', path: 'c.png' }],
    });
    expect(listUnreferencedFiles(files, { ...saved, ...rest.entered })).toEqual([
      { bucket: 'photos', path: 'b.png' },
    ]);
  });

  it('are not shown to another user who signs in in the same tab', () => {
    drafts.set(mine, { baseRow: undefined, entered: { name: 'x' } });
    drafts.set(theirs, { baseRow: undefined, entered: { name: 'y' } });
    drafts.removeOtherUsers(['grace']);
    drafts.reload();
    expect([drafts.has(mine), drafts.has(theirs)]).toEqual([false, true]);
    drafts.removeUser('grace');
    expect(sessionStorage.length).toBe(0);
  });

  it('are empty if the stored text is invalid', () => {
    sessionStorage.setItem('tableside:drafts', '{"broken"');
    expect(drafts.has(mine)).toBe(false);
  });

  it('keep their points in time when another time zone is chosen', () => {
    const columns = [
      { name: 'at', kind: 'timestamptz' } as Column,
      { name: 'note', kind: 'text' } as Column,
      { name: 'window', kind: 'range', base: 'tstzrange' } as Column,
    ];
    const text = '2026-12-24 12:00';
    setZone('America/New_York');
    drafts.set(mine, { baseRow: undefined, entered: { at: text, note: text, window: `[${text},)` } });
    drafts.reload();
    setZone('Asia/Tokyo');
    const stored = drafts.get(mine);
    expect(stored && convertDraft(stored, columns).entered).toEqual({
      at: 'Dec 25, 2026, 2:00 AM',
      note: text,
      window: '["Dec 25, 2026, 2:00 AM",)',
    });
    expect(stored && convertDraft({ ...stored, entered: { at: 'noon' } }, columns).entered).toEqual({
      at: 'noon',
    });
    expect(stored && convertDraft(stored, columns, 'America/New_York')).toBe(stored);
    setZone(null);
  });

  it('keep their values when another locale is chosen', () => {
    const columns = [
      makeColumn('due', 'date', { base: 'date' }),
      makeColumn('at', 'timestamptz', { base: 'timestamptz' }),
      makeColumn('price', 'numeric', { base: 'numeric' }),
      makeColumn('stock', 'integer', { base: 'int4' }),
      makeColumn('days', 'range', { base: 'daterange' }),
      makeColumn('prices', 'numeric', { base: 'numeric', array: true }),
      makeColumn('note', 'text'),
    ];
    setZone('UTC');
    applyLocale('de-DE');
    const entered = {
      due: '3.4.2026',
      at: '3.4.2026, 14:30',
      price: '2.500,75',
      stock: 'some',
      days: '["3.4.2026",)',
      prices: ['15,90', '2.500'],
      note: '3.4.2026',
    };
    drafts.set(mine, { baseRow: undefined, entered });
    drafts.reload();
    const stored = drafts.get(mine);
    expect(stored?.locale).toBe('de-DE');
    applyLocale('en-US');
    expect(stored && convertDraft(stored, columns).entered).toEqual({
      due: 'Apr 3, 2026',
      at: 'Apr 3, 2026, 2:30 PM',
      price: '2500.75',
      stock: 'some',
      days: '["Apr 3, 2026",)',
      prices: '15.90\n2500',
      note: '3.4.2026',
    });
    applyLocale(null);
    setZone(null);
  });

  it('of a former version keep the decimals of their arrays and ranges, which were plain', () => {
    const columns = [
      makeColumn('prices', 'numeric', { base: 'numeric', array: true }),
      makeColumn('grams', 'range', { base: 'numrange' }),
      makeColumn('price', 'numeric', { base: 'numeric' }),
    ];
    applyLocale('de-DE');
    const entered = [
      ['prices', { value: ['2.500', '15.90'] }],
      ['grams', { value: '[1.500,2.5)' }],
      ['price', { value: '2.500' }],
    ];
    sessionStorage.setItem(
      'tableside:drafts',
      JSON.stringify([[mine, { entered, zone: 'UTC', locale: 'de-DE' }]]),
    );
    drafts.reload();
    const read = () => {
      const stored = drafts.get(mine);
      if (!stored) throw new Error('no draft');
      return convertDraft(stored, columns, 'UTC');
    };
    const local = { prices: '2,500\n15,90', grams: '[1,500; 2,5)', price: '2.500' };
    expect(read().entered).toEqual(local);
    // Stored again, it is not converted a second time.
    drafts.set(mine, read());
    drafts.reload();
    expect(read().entered).toEqual(local);
    drafts.set(mine, { baseRow: undefined, entered: { prices: ['2.500'] } });
    drafts.reload();
    expect(read().entered).toEqual({ prices: ['2.500'] });
    applyLocale(null);
  });
});
