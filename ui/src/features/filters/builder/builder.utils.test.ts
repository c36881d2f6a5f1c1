import { describe, expect, it } from 'vitest';
import { condition, type Filter, formatNested, group } from '@/data/query/filters.utils';
import { makeColumn } from '@/data/testing/fixtures';
import {
  type BuilderGroup,
  type BuilderNode,
  changeNode,
  filtersOf,
  insertNode,
  moveNode,
  newGroup,
  placeText,
  stepNode,
  treeOf,
  wrapNode,
} from './builder.utils';

const columns = ['a', 'b', 'c', 'd'].map((name) => makeColumn(name, 'integer', { base: 'int4' }));
const table = {
  column: (name: string) => columns.find((column) => column.name === name),
  isReference: () => false,
};
const is = (name: string) => condition(name, 'eq', '1');

/** Ids are numbered as they are made; tests go by names. */
function named(root: BuilderGroup, name: string): string {
  const find = (node: BuilderNode): string | undefined => {
    if (node.kind === 'condition' && node.draft.column === name) return node.id;
    if (node.kind === 'kept' && node.filter.column === name) return node.id;
    return node.kind === 'group' ? node.items.map(find).find((id) => id) : undefined;
  };
  return find(root) ?? '';
}
const inner = (root: BuilderGroup) => root.items.find((item) => item.kind === 'group') as BuilderGroup;
function text(root: BuilderGroup): string {
  const read = filtersOf(root, table);
  return 'filters' in read ? read.filters.map(formatNested).join(' & ').replaceAll('.eq.1', '') : 'problems';
}
const tree = () => treeOf([is('a'), group('or', [is('b'), is('c')]), is('d')], table);

describe('the builder’s tree', () => {
  it.each<[says: string, filters: Filter[]]>([
    ['nothing', []],
    ['a list', [is('a'), is('b')]],
    ['one or-group', [group('or', [is('a'), is('b')])]],
    ['a negated group', [group('or', [is('a'), is('b')], true)]],
    ['groups in groups', [is('a'), group('or', [is('b'), group('and', [is('c'), is('d')], true)])]],
    ['what has no words', [condition('a', 'eq(any)', '{1,2}'), condition('gone', 'eq', '1')]],
  ])('gives back %s', (_, filters) => {
    expect(filtersOf(treeOf(filters, table), table)).toEqual({ filters });
  });

  it('leaves out empty groups, and groups around a single condition', () => {
    const root = newGroup('and', [
      ...treeOf([is('a')], table).items,
      newGroup('or'),
      newGroup('or', treeOf([is('b')], table).items),
    ]);
    expect(text(root)).toBe('a & b');
  });

  it('tells what is wrong at each condition', () => {
    const root = changeNode(tree(), named(tree(), 'none'), (node) => node);
    const wrong = changeNode(root, named(root, 'b'), (node) =>
      node.kind === 'condition' ? { ...node, draft: { ...node.draft, values: ['x'] } } : node,
    );
    const read = filtersOf(wrong, table);
    expect('problems' in read && [...read.problems]).toEqual([[named(wrong, 'b'), 'Needs a whole number.']]);
  });
});

describe('moving', () => {
  it.each([
    ['a', 1, 'or(a,b,c) & d'],
    ['a', -1, 'a & or(b,c) & d'],
    ['b', -1, 'a & b & c & d'],
    ['b', 1, 'a & or(c,b) & d'],
    ['c', 1, 'a & b & c & d'],
    ['d', -1, 'a & or(b,c,d)'],
    ['d', 1, 'a & or(b,c) & d'],
  ] as const)('%s by %s is %s', (name, step, want) => {
    const root = tree();
    expect(text(stepNode(root, named(root, name), step))).toBe(want);
  });

  it('walks from one end to the other, and back', () => {
    let root = tree();
    const id = named(root, 'a');
    for (let i = 0; i < 10; i++) root = stepNode(root, id, 1);
    expect(text(root)).toBe('or(b,c) & d & a');
    for (let i = 0; i < 10; i++) root = stepNode(root, id, -1);
    expect(text(root)).toBe('a & or(b,c) & d');
  });

  it('by dragging goes where it is dropped', () => {
    const root = tree();
    expect(text(moveNode(root, named(root, 'a'), inner(root).id, 1))).toBe('or(b,a,c) & d');
    expect(text(moveNode(root, named(root, 'a'), root.id, 2))).toBe('or(b,c) & a & d');
    expect(text(moveNode(root, named(root, 'd'), root.id, 0))).toBe('d & a & or(b,c)');
  });

  it('never puts a group into itself', () => {
    const root = insertNode(tree(), inner(tree()).id, newGroup('and'));
    expect(moveNode(root, inner(root).id, inner(root).id, 0)).toBe(root);
    const deep = treeOf([is('a'), group('or', [is('b'), group('and', [is('c'), is('d')])])], table);
    expect(moveNode(deep, inner(deep).id, inner(inner(deep)).id, 0)).toBe(deep);
  });

  it('puts a condition into a group of its own', () => {
    const root = tree();
    const wrapped = wrapNode(root, named(root, 'a'));
    expect(text(stepNode(wrapped, named(wrapped, 'd'), -1))).toBe('a & or(b,c,d)');
    expect(wrapped.items[0]).toMatchObject({ kind: 'group', logic: 'or' });
  });

  it('tells where a condition is', () => {
    const root = tree();
    expect(placeText(root, named(root, 'd'))).toBe('Place 3 of 3.');
    expect(placeText(root, named(root, 'b'))).toBe('Place 1 of 2 in a group of conditions.');
  });
});
