import { beforeEach, describe, expect, it } from 'vitest';
import { drafts } from './drafts';

const mine = JSON.stringify(['ada', 'public', 'orders', '["1"]']);
const theirs = JSON.stringify(['grace', 'public', 'orders', 'new']);

describe('drafts', () => {
  beforeEach(() => {
    sessionStorage.clear();
    drafts.reload();
  });

  it('outlive the page, with NULL, empty and default told apart', () => {
    const draft = {
      seen: { id: '1', note: 'a' },
      entered: { note: null, name: '', status: undefined, total: '9007199254740993' },
    };
    drafts.set(mine, draft);
    drafts.reload();
    expect(drafts.get(mine)).toEqual(draft);
    expect('status' in (drafts.get(mine)?.entered ?? {})).toBe(true);
  });

  it('leave nothing behind when they are saved or discarded', () => {
    drafts.set(mine, { seen: undefined, entered: { name: 'x' } });
    drafts.delete(mine);
    expect(sessionStorage.length).toBe(0);
  });

  it('are for nobody else who signs in in the same tab', () => {
    drafts.set(mine, { seen: undefined, entered: { name: 'x' } });
    drafts.set(theirs, { seen: undefined, entered: { name: 'y' } });
    drafts.keepOf('grace');
    drafts.reload();
    expect([drafts.has(mine), drafts.has(theirs)]).toEqual([false, true]);
    drafts.keepOf(undefined);
    expect(sessionStorage.length).toBe(0);
  });

  it('begin anew where what is stored is no draft', () => {
    sessionStorage.setItem('tableside:drafts', '{"broken"');
    expect(drafts.has(mine)).toBe(false);
  });
});
