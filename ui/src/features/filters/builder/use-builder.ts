import { createContext, type RefObject, use, useEffect, useId, useMemo, useRef, useState } from 'react';
import { readableColumns } from '@/data/layouts/columns.utils';
import type { Filter } from '@/data/query/filters.utils';
import type { Relation } from '@/data/relations/references';
import type { Column } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
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

/** The place where what is dragged would go. */
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
  /** What screen readers are told: where something went. */
  announcement: string;
  formId: string;
  formRef: RefObject<HTMLFormElement | null>;
  draggedId: string | undefined;
  dropPosition: DropPosition | undefined;
  setDraggedId: (id: string | undefined) => void;
  /** What is dragged is over a place; it may be one where it can't go. */
  setDropPosition: (place: DropPosition) => void;
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

export function useBuilderContext(): BuilderState {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('useBuilding outside of the filter builder');
  return builder;
}

const noProblems: ConditionProblems = new Map();

/** The tree that is being built, and what can be done with it. */
export function useBuilder(
  filters: readonly Filter[],
  relations: ReadonlyMap<string, Relation>,
): BuilderState {
  const { columns, table } = useBuilderTable(relations);
  const conditionOf = (column: Column | undefined): BuilderNode[] =>
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
    return tree.items.length > 0 ? tree : createGroup('and', conditionOf(columns[0]));
  });
  const [problems, setProblems] = useState(noProblems);
  const [announcement, setSaid] = useState('');
  const { form: formRef, focus } = useFocusRequest(root);
  const moved = (next: BuilderGroup, id: string) => {
    setRoot(next);
    setSaid(next === root ? 'It can’t go further.' : describePosition(next, id));
    focus(id, 'handle');
  };
  const dragging = useNodeDrag(root, moved);
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
    addCondition: (group) => add(group, conditionOf(columns[0])[0]),
    addGroup: (group) =>
      add(group, createGroup(group.logic === 'and' ? 'or' : 'and', conditionOf(columns[0]))),
    remove: (id) => {
      setRoot(changeNode(root, id, () => undefined));
      focus(root.id, 'add');
    },
    moveByStep: (id, by) => moved(stepNode(root, id, by), id),
    wrapInGroup: (id) => moved(wrapNode(root, id), id),
    clear: () => {
      setRoot(createGroup('and'));
      setProblems(noProblems);
      setSaid('No filters.');
    },
  };
}

/** What of the table the builder goes by. */
function useBuilderTable(relations: ReadonlyMap<string, Relation>) {
  const { table: rowsTable } = useTable();
  const columns = useMemo(() => readableColumns(rowsTable).filter(isFilterable), [rowsTable]);
  const table = useMemo<BuilderTable>(
    () => ({
      findColumn: (name) => rowsTable.columns.find((column) => column.name === name),
      isReference: (name) => relations.get(name)?.key.columns.length === 1,
    }),
    [rowsTable, relations],
  );
  return { columns, table };
}

type MoveHandler = (next: BuilderGroup, id: string) => void;

/** What is dragged, and where it would go. */
function useNodeDrag(
  root: BuilderGroup,
  moved: MoveHandler,
): Pick<BuilderState, 'draggedId' | 'dropPosition' | 'setDraggedId' | 'setDropPosition' | 'applyDrop'> {
  const [draggedId, setOnlyDragged] = useState<string>();
  const [dropPosition, setDrop] = useState<DropPosition>();
  const setDraggedId = (id: string | undefined) => {
    setOnlyDragged(id);
    setDrop(undefined);
  };
  const movedTo = ({ groupId, index }: DropPosition) =>
    draggedId === undefined ? root : moveNode(root, draggedId, groupId, index);
  return {
    ...{ draggedId, dropPosition, setDraggedId },
    setDropPosition: (place) => setDrop(movedTo(place) === root ? undefined : place),
    applyDrop: () => {
      if (draggedId && dropPosition) moved(movedTo(dropPosition), draggedId);
      setDraggedId(undefined);
    },
  };
}

/** Which of a node's controls takes the focus. */
export type BuilderControl = 'handle' | 'column' | 'add';

/** Leads the focus to a control that a change of the tree puts somewhere else, or makes. */
function useFocusRequest(root: BuilderGroup) {
  const form = useRef<HTMLFormElement>(null);
  const wanted = useRef<{ id: string; control: BuilderControl }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree has changed
  useEffect(() => {
    if (!wanted.current) return;
    const { id, control } = wanted.current;
    wanted.current = undefined;
    form.current?.querySelector<HTMLElement>(`[data-node="${id}"] [data-control="${control}"]`)?.focus();
  }, [root]);
  return {
    form,
    focus: (id: string, control: BuilderControl) => {
      wanted.current = { id, control };
    },
  };
}
