import { type Condition, type Filter, type Group, group } from '@/data/query/filters/filters.utils';
import type { Column } from '@/lib/api.gen';
import { filtersMessages } from '../filters-messages';
import { type ConditionDraft, checkDraft, parseDraft } from './condition-draft.utils';

/** A node of the builder's tree: a group, a condition as entered, or a condition that has no editor. */
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

/** A condition that the builder can't edit. It can be moved and removed. */
export interface BuilderRawCondition {
  kind: 'raw';
  id: string;
  filter: Condition;
}

let nodeCount = 0;

/** Returns a new id, unique on this page. */
export function createNodeId(): string {
  nodeCount += 1;
  return `node-${nodeCount}`;
}

export function createGroup(logic: Group['logic'], items: readonly BuilderNode[] = [], negated = false) {
  return { kind: 'group', id: createNodeId(), logic, negated, items } satisfies BuilderGroup;
}

/** The lookups of a table that the builder needs. */
export interface BuilderTable {
  findColumn: (name: string) => Column | undefined;
  isReference: (name: string) => boolean;
}

/** Builds the tree from the page's filters. A single group becomes the root; a list becomes a root with the logic `and`. */
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
    : { kind: 'raw', id: createNodeId(), filter };
}

/** The problem of each invalid condition, by its id. */
export type ConditionProblems = ReadonlyMap<string, string>;

/** Converts the tree to the page's filters, or returns the problems of its conditions. Empty groups are omitted. */
export function buildFilters(
  root: BuilderGroup,
  table: BuilderTable,
): { filters: readonly Filter[] } | { problems: ConditionProblems } {
  const problems = new Map<string, string>();
  const read = (node: BuilderNode): Filter[] => {
    if (node.kind === 'raw') return [node.filter];
    if (node.kind === 'condition') {
      const column = table.findColumn(node.draft.column);
      const checked = column
        ? checkDraft(column, node.draft)
        : { problem: filtersMessages.editor.columnMissing };
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

/** Returns the tree with one node changed. If `change` returns undefined, the node is removed. */
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

/** Returns the tree with a node inserted into a group, before the item at index `at`, by default at the end. */
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
  /** The groups that contain the node, from the root to its parent. */
  path: readonly BuilderGroup[];
}

/** Returns the position of a node. Undefined for the root and for an unknown id. */
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

/** Returns the tree with a node moved to an index of a group. A group can't be moved into itself: the tree stays the same. */
export function moveNode(root: BuilderGroup, id: string, groupId: string, at: number): BuilderGroup {
  const from = findNodePosition(root, id);
  const target = groupId === root.id ? [root] : findGroupPath(root, groupId);
  if (!from || !target || target.some((parentPosition) => parentPosition.id === id)) return root;
  // The removal shifts the items after it in the same group.
  const index = from.parent.id === groupId && from.index < at ? at - 1 : at;
  return insertNode(
    changeNode(root, id, () => undefined),
    groupId,
    from.node,
    index,
  );
}

function findGroupPath(root: BuilderGroup, id: string): readonly BuilderGroup[] | undefined {
  const position = findNodePosition(root, id);
  return position?.node.kind === 'group' ? [...position.path, position.node] : undefined;
}

/**
 * Returns the tree with a node moved one step up or down: past a condition, into
 * an adjacent group, or out of its group. At an end the tree stays the same.
 */
export function stepNode(root: BuilderGroup, id: string, step: -1 | 1): BuilderGroup {
  const position = findNodePosition(root, id);
  if (!position) return root;
  const { parent, index, path } = position;
  const adjacent = parent.items[index + step];
  if (adjacent?.kind === 'group') {
    return moveNode(root, id, adjacent.id, step < 0 ? adjacent.items.length : 0);
  }
  if (adjacent) return moveNode(root, id, parent.id, step < 0 ? index - 1 : index + 2);
  const outer = path.at(-2);
  const parentPosition = outer ? findNodePosition(root, parent.id) : undefined;
  if (!outer || !parentPosition) return root;
  return moveNode(root, id, outer.id, step < 0 ? parentPosition.index : parentPosition.index + 1);
}

/** Returns the tree with a node wrapped in a new group with the opposite logic. */
export function wrapNode(root: BuilderGroup, id: string): BuilderGroup {
  const position = findNodePosition(root, id);
  if (!position) return root;
  const logic = position.parent.logic === 'and' ? 'or' : 'and';
  return changeNode(root, id, (node) => createGroup(logic, [node]));
}

/** Describes the position of a node for screen readers. */
export function describePosition(root: BuilderGroup, id: string): string {
  const position = findNodePosition(root, id);
  if (!position) return '';
  const { path, index, parent } = position;
  return filtersMessages.builder.position(index + 1, parent.items.length, path.length - 1);
}
