import { beforeEach, describe, expect, it } from 'vitest';
import type { Column } from '@/lib/api.gen';
import { setZone } from '@/lib/browser/zone/zone';
import { convertDraftZone, drafts } from './drafts';

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
    const kept = drafts.get(mine);
    expect(kept && convertDraftZone(kept, columns).entered).toEqual({
      at: '2026-12-25 02:00',
      note: text,
      window: '[2026-12-25 02:00,)',
    });
    expect(kept && convertDraftZone({ ...kept, entered: { at: 'noon' } }, columns).entered).toEqual({
      at: 'noon',
    });
    expect(kept && convertDraftZone(kept, columns, 'America/New_York')).toBe(kept);
    setZone(null);
  });
});
