import { type Condition, type Filter, type Group, group } from '@/data/query/filters.utils';
import type { Column } from '@/lib/api.gen';
import { type ConditionDraft, checkDraft, parseDraft } from './condition-draft.utils';

/** The builder's tree: groups, conditions as they are entered, and conditions that it keeps as they are. */
export type BuilderNode = BuilderGroup | BuilderCondition | BuilderRawCondition;

export interface BuilderGroup {
  kind: 'group';
  id: string;
  logic: Group['logic'];
  negated: boolean;
  items: readonly BuilderNode[];
}

export interface BuilderCondition {
  kind: 'condition';
  id: string;
  draft: ConditionDraft;
}

/** What has no words: it can be moved and removed. */
export interface BuilderRawCondition {
  kind: 'kept';
  id: string;
  filter: Condition;
}

let nodeCount = 0;

export function createNodeId(): string {
  nodeCount += 1;
  return `node-${nodeCount}`;
}

export function createGroup(logic: Group['logic'], items: readonly BuilderNode[] = [], negated = false) {
  return { kind: 'group', id: createNodeId(), logic, negated, items } satisfies BuilderGroup;
}

/** What the builder has to know of a table. */
export interface BuilderTable {
  findColumn: (name: string) => Column | undefined;
  isReference: (name: string) => boolean;
}

/** The page's filters as a tree. Filters that all have to hold are what the page has a list of; one `or` is the tree itself. */
export function buildTree(filters: readonly Filter[], table: BuilderTable): BuilderGroup {
  const [only] = filters;
  if (filters.length === 1 && only?.kind === 'group') return buildGroup(only, table);
  return buildGroup(group('and', filters), table);
}

function buildGroup({ logic, negated, items }: Group, table: BuilderTable): BuilderGroup {
  return createGroup(
    logic,
    items.map((item) => buildNode(item, table)),
    negated,
  );
}

function buildNode(filter: Filter, table: BuilderTable): BuilderNode {
  if (filter.kind === 'group') return buildGroup(filter, table);
  const column = table.findColumn(filter.column);
  const draft = column && parseDraft(column, filter, table.isReference(filter.column));
  return draft
    ? { kind: 'condition', id: createNodeId(), draft }
    : { kind: 'kept', id: createNodeId(), filter };
}

/** What is wrong, by the id of the condition. */
export type ConditionProblems = ReadonlyMap<string, string>;

/** The tree as the page's filters; groups without conditions say nothing. */
export function buildFilters(
  root: BuilderGroup,
  table: BuilderTable,
): { filters: readonly Filter[] } | { problems: ConditionProblems } {
  const problems = new Map<string, string>();
  const read = (node: BuilderNode): Filter[] => {
    if (node.kind === 'kept') return [node.filter];
    if (node.kind === 'condition') {
      const column = table.findColumn(node.draft.column);
      const checked = column ? checkDraft(column, node.draft) : { problem: 'Choose a column.' };
      if ('filter' in checked) return [checked.filter];
      problems.set(node.id, checked.problem);
      return [];
    }
    const items = node.items.flatMap(read);
    if (items.length === 0) return [];
    return items.length === 1 && !node.negated ? items : [group(node.logic, items, node.negated)];
  };
  const [whole] = read(root);
  if (problems.size > 0) return { problems };
  if (!whole) return { filters: [] };
  const isList = whole.kind === 'group' && whole.logic === 'and' && !whole.negated;
  return { filters: isList ? whole.items : [whole] };
}

/** Changes one node, wherever it is; `undefined` takes it away. */
export function changeNode(
  root: BuilderGroup,
  id: string,
  change: (node: BuilderNode) => BuilderNode | undefined,
): BuilderGroup {
  const visit = (node: BuilderNode): BuilderNode | undefined => {
    if (node.id === id) return change(node);
    return node.kind === 'group' ? { ...node, items: node.items.flatMap((item) => visit(item) ?? []) } : node;
  };
  return (visit(root) as BuilderGroup | undefined) ?? root;
}

/** Puts a node into a group, before the item at that place. */
export function insertNode(
  root: BuilderGroup,
  groupId: string,
  node: BuilderNode,
  at = Number.POSITIVE_INFINITY,
) {
  return changeNode(root, groupId, (target) =>
    target.kind === 'group'
      ? { ...target, items: target.items.toSpliced(Math.min(at, target.items.length), 0, node) }
      : target,
  );
}

export interface NodePosition {
  parent: BuilderGroup;
  index: number;
  node: BuilderNode;
  /** The groups around it, the root first. */
  path: readonly BuilderGroup[];
}

/** Where a node is; undefined for the root. */
function findNodePosition(
  root: BuilderGroup,
  id: string,
  path: readonly BuilderGroup[] = [root],
): NodePosition | undefined {
  const parent = path.at(-1) ?? root;
  for (const [index, node] of parent.items.entries()) {
    if (node.id === id) return { parent, index, node, path };
    const inside = node.kind === 'group' ? findNodePosition(root, id, [...path, node]) : undefined;
    if (inside) return inside;
  }
  return undefined;
}

/** Takes a node to a place in a group; a group doesn't go into itself. */
export function moveNode(root: BuilderGroup, id: string, groupId: string, at: number): BuilderGroup {
  const from = findNodePosition(root, id);
  const target = groupId === root.id ? [root] : findGroupPath(root, groupId);
  if (!from || !target || target.some((around) => around.id === id)) return root;
  // Taking it out moves what stood after it in the same group.
  const index = from.parent.id === groupId && from.index < at ? at - 1 : at;
  return insertNode(
    changeNode(root, id, () => undefined),
    groupId,
    from.node,
    index,
  );
}

function findGroupPath(root: BuilderGroup, id: string): readonly BuilderGroup[] | undefined {
  const place = findNodePosition(root, id);
  return place?.node.kind === 'group' ? [...place.path, place.node] : undefined;
}

/**
 * One step up or down as the tree is read: past a condition, into a group that
 * stands there, or out of the group that it is in. At an end nothing happens.
 */
export function stepNode(root: BuilderGroup, id: string, step: -1 | 1): BuilderGroup {
  const place = findNodePosition(root, id);
  if (!place) return root;
  const { parent, index, path } = place;
  const beside = parent.items[index + step];
  if (beside?.kind === 'group') {
    return moveNode(root, id, beside.id, step < 0 ? beside.items.length : 0);
  }
  if (beside) return moveNode(root, id, parent.id, step < 0 ? index - 1 : index + 2);
  const outer = path.at(-2);
  const around = outer ? findNodePosition(root, parent.id) : undefined;
  if (!outer || !around) return root;
  return moveNode(root, id, outer.id, step < 0 ? around.index : around.index + 1);
}

/** Puts a group of the other kind around a node. */
export function wrapNode(root: BuilderGroup, id: string): BuilderGroup {
  const place = findNodePosition(root, id);
  if (!place) return root;
  const logic = place.parent.logic === 'and' ? 'or' : 'and';
  return changeNode(root, id, (node) => createGroup(logic, [node]));
}

/** Where a node stands, for those who can't see it: 'place 2 of 3 in group 1.2'. */
export function describePosition(root: BuilderGroup, id: string): string {
  const place = findNodePosition(root, id);
  if (!place) return '';
  const { path, index, parent } = place;
  const depth = path.length - 1;
  const where = depth === 0 ? '' : ` in a group ${depth === 1 ? 'of conditions' : `${depth} levels deep`}`;
  return `Place ${index + 1} of ${parent.items.length}${where}.`;
}
