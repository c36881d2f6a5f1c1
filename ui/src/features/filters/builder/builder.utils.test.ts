import { describe, expect, it } from 'vitest';
import { condition, type Filter, formatNested, group } from '@/data/query/filters/filters.utils';
import { makeColumn } from '@/data/testing/table-fixtures';
import {
  type BuilderGroup,
  type BuilderNode,
  buildFilters,
  buildTree,
  changeNode,
  createGroup,
  describePosition,
  insertNode,
  moveNode,
  stepNode,
  wrapNode,
} from './builder.utils';

const columns = ['a', 'b', 'c', 'd'].map((name) => makeColumn(name, 'integer', { base: 'int4' }));
const table = {
  findColumn: (name: string) => columns.find((column) => column.name === name),
  isReference: () => false,
};
const makeCondition = (name: string) => condition(name, 'eq', '1');

/** Ids are numbered as they are made; tests go by names. */
function findId(root: BuilderGroup, name: string): string {
  const find = (node: BuilderNode): string | undefined => {
    if (node.kind === 'condition' && node.draft.column === name) return node.id;
    if (node.kind === 'raw' && node.filter.column === name) return node.id;
    return node.kind === 'group' ? node.items.map(find).find((id) => id) : undefined;
  };
  return find(root) ?? '';
}
const findInnerGroup = (root: BuilderGroup) =>
  root.items.find((item) => item.kind === 'group') as BuilderGroup;
function formatTree(root: BuilderGroup): string {
  const read = buildFilters(root, table);
  return 'filters' in read ? read.filters.map(formatNested).join(' & ').replaceAll('.eq.1', '') : 'problems';
}
const makeTree = () =>
  buildTree(
    [makeCondition('a'), group('or', [makeCondition('b'), makeCondition('c')]), makeCondition('d')],
    table,
  );

describe('the builder’s tree', () => {
  it.each<[name: string, filters: Filter[]]>([
    ['nothing', []],
    ['a list', [makeCondition('a'), makeCondition('b')]],
    ['one or-group', [group('or', [makeCondition('a'), makeCondition('b')])]],
    ['a negated group', [group('or', [makeCondition('a'), makeCondition('b')], true)]],
    [
      'groups in groups',
      [
        makeCondition('a'),
        group('or', [makeCondition('b'), group('and', [makeCondition('c'), makeCondition('d')], true)]),
      ],
    ],
    ['what has no words', [condition('a', 'eq(any)', '{1,2}'), condition('gone', 'eq', '1')]],
  ])('returns %s unchanged', (_, filters) => {
    expect(buildFilters(buildTree(filters, table), table)).toEqual({ filters });
  });

  it('omits empty groups, and groups with a single condition', () => {
    const root = createGroup('and', [
      ...buildTree([makeCondition('a')], table).items,
      createGroup('or'),
      createGroup('or', buildTree([makeCondition('b')], table).items),
    ]);
    expect(formatTree(root)).toBe('a & b');
  });

  it('returns the problem of each condition', () => {
    const root = changeNode(makeTree(), findId(makeTree(), 'none'), (node) => node);
    const wrong = changeNode(root, findId(root, 'b'), (node) =>
      node.kind === 'condition' ? { ...node, draft: { ...node.draft, values: ['x'] } } : node,
    );
    const read = buildFilters(wrong, table);
    expect('problems' in read && [...read.problems]).toEqual([[findId(wrong, 'b'), 'Enter a whole number.']]);
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
    const root = makeTree();
    expect(formatTree(stepNode(root, findId(root, name), step))).toBe(want);
  });

  it('moves from one end to the other, and back', () => {
    let root = makeTree();
    const id = findId(root, 'a');
    for (let i = 0; i < 10; i++) root = stepNode(root, id, 1);
    expect(formatTree(root)).toBe('or(b,c) & d & a');
    for (let i = 0; i < 10; i++) root = stepNode(root, id, -1);
    expect(formatTree(root)).toBe('a & or(b,c) & d');
  });

  it('by dragging inserts at the drop position', () => {
    const root = makeTree();
    expect(formatTree(moveNode(root, findId(root, 'a'), findInnerGroup(root).id, 1))).toBe('or(b,a,c) & d');
    expect(formatTree(moveNode(root, findId(root, 'a'), root.id, 2))).toBe('or(b,c) & a & d');
    expect(formatTree(moveNode(root, findId(root, 'd'), root.id, 0))).toBe('d & a & or(b,c)');
  });

  it('never puts a group into itself', () => {
    const root = insertNode(makeTree(), findInnerGroup(makeTree()).id, createGroup('and'));
    expect(moveNode(root, findInnerGroup(root).id, findInnerGroup(root).id, 0)).toBe(root);
    const deep = buildTree(
      [
        makeCondition('a'),
        group('or', [makeCondition('b'), group('and', [makeCondition('c'), makeCondition('d')])]),
      ],
      table,
    );
    expect(moveNode(deep, findInnerGroup(deep).id, findInnerGroup(findInnerGroup(deep)).id, 0)).toBe(deep);
  });

  it('puts a condition into a new group', () => {
    const root = makeTree();
    const wrapped = wrapNode(root, findId(root, 'a'));
    expect(formatTree(stepNode(wrapped, findId(wrapped, 'd'), -1))).toBe('a & or(b,c,d)');
    expect(wrapped.items[0]).toMatchObject({ kind: 'group', logic: 'or' });
  });

  it('describes the position of a condition', () => {
    const root = makeTree();
    expect(describePosition(root, findId(root, 'd'))).toBe('Position 3 of 3.');
    expect(describePosition(root, findId(root, 'b'))).toBe('Position 1 of 2 in a group.');
  });
});
