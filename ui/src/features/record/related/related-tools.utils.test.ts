import { expect, it } from 'vitest';
import type { RelatedTable } from '@/data/relations/related.utils';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { isFormNeeded } from './related-tools.utils';

const columns = ['tag_id', 'post_id', 'org_id'].map((name) => makeColumn(name, 'integer'));
const key = (column: string, refTable: string) => ({
  ...{ name: column, columns: [column], refSchema: 'public', refTable, refColumns: ['id'] },
  onDelete: 'no action',
});
const tags = key('tag_id', 'tags');
const posts = key('post_id', 'posts');
const orgs = key('org_id', 'orgs');

it('a join row needs a form only if its tenant is not known', () => {
  const table = makeTable('post_tags', columns, { primaryKey: [], foreignKeys: [tags, posts, orgs] });
  const related: RelatedTable = {
    ...{ kind: 'through', table, key: posts, keyTitles: '', isReadable: true },
    farRelation: { key: tags, target: makeTable('tags', []) },
  };
  expect(isFormNeeded(related, { tag_id: '1', post_id: '2', org_id: '3' })).toBe(false);
  expect(isFormNeeded(related, { tag_id: '1', post_id: '2' })).toBe(true);
});
