import { createContext, type RefObject, use, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Filter } from '@/data/query/filters/filters.utils';
import type { Relation } from '@/data/relations/references';
import { listReadableColumns } from '@/data/rows/readable-columns';
import type { Column } from '@/lib/api.gen';
import { useFindField } from '@/table/fields/use-field-options';
import { useTable } from '@/table/table-context';
import { filtersMessages } from '../filters-messages';
import {
  type BuilderGroup,
  type BuilderNode,
  type BuilderTable,
  buildTree,
  type ConditionProblems,
  changeNode,
  createGroup,
  createNodeId,
  describePosition,
  insertNode,
  moveNode,
  stepNode,
  wrapNode,
} from './builder.utils';
import { createDraft, isFilterable } from './condition-draft.utils';

const messages = filtersMessages.builder;

/** The position at which the dragged node would be inserted. */
export interface DropPosition {
  groupId: string;
  index: number;
}

export interface BuilderState {
  root: BuilderGroup;
  table: BuilderTable;
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  problems: ConditionProblems;
  /** The text announced to screen readers after a node moved. */
  announcement: string;
  formId: string;
  formRef: RefObject<HTMLFormElement | null>;
  draggedId: string | undefined;
  dropPosition: DropPosition | undefined;
  setDraggedId: (id: string | undefined) => void;
  /** Sets the position under the pointer. A position that the dragged node can't take is ignored. */
  setDropPosition: (position: DropPosition) => void;
  setProblems: (problems: ConditionProblems) => void;
  change: (id: string, change: (node: BuilderNode) => BuilderNode | undefined) => void;
  addCondition: (group: BuilderGroup) => void;
  addGroup: (group: BuilderGroup) => void;
  remove: (id: string) => void;
  moveByStep: (id: string, by: -1 | 1) => void;
  wrapInGroup: (id: string) => void;
  applyDrop: () => void;
  clear: () => void;
}

export const BuilderContext = createContext<BuilderState | null>(null);

/** Returns the builder. Throws outside of the builder. */
export function useBuilderContext(): BuilderState {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('useBuilderContext outside of BuilderContext');
  return builder;
}

const noProblems: ConditionProblems = new Map();

/** Returns the edited filter tree and the actions that change it. */
export function useBuilder(
  filters: readonly Filter[],
  relations: ReadonlyMap<string, Relation>,
): BuilderState {
  const { columns, table } = useBuilderTable(relations);
  const createConditions = (column: Column | undefined): BuilderNode[] =>
    column
      ? [
          {
            kind: 'condition',
            id: createNodeId(),
            draft: createDraft(column, table.isReference(column.name)),
          },
        ]
      : [];
  const [root, setRoot] = useState(() => {
    const tree = buildTree(filters, table);
    return tree.items.length > 0 ? tree : createGroup('and', createConditions(columns[0]));
  });
  const [problems, setProblems] = useState(noProblems);
  const [announcement, setAnnouncement] = useState('');
  const { form: formRef, focus } = useFocusRequest(root);
  const applyMove = (next: BuilderGroup, id: string) => {
    setRoot(next);
    setAnnouncement(next === root ? messages.atEnd : describePosition(next, id));
    focus(id, 'handle');
  };
  const dragging = useNodeDrag(root, applyMove);
  const add = (group: BuilderGroup, node: BuilderNode | undefined) => {
    if (!node) return;
    setRoot(insertNode(root, group.id, node));
    const first = node.kind === 'group' ? (node.items[0] ?? node) : node;
    focus(first.id, 'column');
  };
  return {
    ...{ root, table, columns, relations, problems, announcement, formRef },
    ...dragging,
    formId: useId(),
    setProblems,
    change: (id, change) => {
      setRoot(changeNode(root, id, change));
      setProblems(noProblems);
    },
    addCondition: (group) => add(group, createConditions(columns[0])[0]),
    addGroup: (group) =>
      add(group, createGroup(group.logic === 'and' ? 'or' : 'and', createConditions(columns[0]))),
    remove: (id) => {
      setRoot(changeNode(root, id, () => undefined));
      focus(root.id, 'add');
    },
    moveByStep: (id, by) => applyMove(stepNode(root, id, by), id),
    wrapInGroup: (id) => applyMove(wrapNode(root, id), id),
    clear: () => {
      setRoot(createGroup('and'));
      setProblems(noProblems);
      setAnnouncement(messages.cleared);
    },
  };
}

/** Returns the columns that can be filtered, and lookups of the table for the filter tree. */
function useBuilderTable(relations: ReadonlyMap<string, Relation>) {
  const { table: rowsTable } = useTable();
  const findColumn = useFindField();
  const columns = useMemo(() => listReadableColumns(rowsTable).filter(isFilterable), [rowsTable]);
  const table = useMemo<BuilderTable>(
    () => ({
      findColumn,
      isReference: (name) => relations.get(name)?.key.columns.length === 1,
    }),
    [findColumn, relations],
  );
  return { columns, table };
}

type MoveHandler = (next: BuilderGroup, id: string) => void;

/** Returns the state of a drag: the dragged node, its drop position and the actions that change them. */
function useNodeDrag(
  root: BuilderGroup,
  onMove: MoveHandler,
): Pick<BuilderState, 'draggedId' | 'dropPosition' | 'setDraggedId' | 'setDropPosition' | 'applyDrop'> {
  const [draggedId, setDraggedIdOnly] = useState<string>();
  const [dropPosition, setDrop] = useState<DropPosition>();
  const setDraggedId = (id: string | undefined) => {
    setDraggedIdOnly(id);
    setDrop(undefined);
  };
  const moveDraggedTo = ({ groupId, index }: DropPosition) =>
    draggedId === undefined ? root : moveNode(root, draggedId, groupId, index);
  return {
    ...{ draggedId, dropPosition, setDraggedId },
    setDropPosition: (position) => setDrop(moveDraggedTo(position) === root ? undefined : position),
    applyDrop: () => {
      if (draggedId && dropPosition) onMove(moveDraggedTo(dropPosition), draggedId);
      setDraggedId(undefined);
    },
  };
}

/** The control of a node that takes the focus. */
export type BuilderControl = 'handle' | 'column' | 'add';

/**
 * Returns the ref of the form, and `focus`: it sets the focus on a control of a node after the next change of `root`, because
 * this change creates or moves the control.
 */
function useFocusRequest(root: BuilderGroup) {
  const form = useRef<HTMLFormElement>(null);
  const requested = useRef<{ id: string; control: BuilderControl }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the tree
  useEffect(() => {
    if (!requested.current) return;
    const { id, control } = requested.current;
    requested.current = undefined;
    form.current?.querySelector<HTMLElement>(`[data-node="${id}"] [data-control="${control}"]`)?.focus();
  }, [root]);
  return {
    form,
    focus: (id: string, control: BuilderControl) => {
      requested.current = { id, control };
    },
  };
}
