import { createContext, type RefObject, use, useEffect, useId, useMemo, useRef, useState } from 'react';
import { readable } from '@/data/layouts/columns.utils';
import type { Filter } from '@/data/query/filters.utils';
import type { Relation } from '@/data/relations/references';
import type { Column } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
import {
  type BuilderGroup,
  type BuilderNode,
  type BuilderTable,
  changeNode,
  insertNode,
  moveNode,
  newGroup,
  newId,
  type Problems,
  placeText,
  stepNode,
  treeOf,
  wrapNode,
} from './builder.utils';
import { isFilterable, newDraft } from './draft.utils';

/** The place where what is dragged would go. */
export interface DropPlace {
  group: string;
  index: number;
}

export interface Builder {
  root: BuilderGroup;
  table: BuilderTable;
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  problems: Problems;
  /** What screen readers are told: where something went. */
  said: string;
  formId: string;
  form: RefObject<HTMLFormElement | null>;
  dragged: string | undefined;
  drop: DropPlace | undefined;
  setDragged: (id: string | undefined) => void;
  /** What is dragged is over a place; it may be one where it can't go. */
  aim: (place: DropPlace) => void;
  setProblems: (problems: Problems) => void;
  change: (id: string, change: (node: BuilderNode) => BuilderNode | undefined) => void;
  addCondition: (group: BuilderGroup) => void;
  addGroup: (group: BuilderGroup) => void;
  remove: (id: string) => void;
  step: (id: string, by: -1 | 1) => void;
  wrap: (id: string) => void;
  dropHere: () => void;
  clear: () => void;
}

export const BuilderContext = createContext<Builder | null>(null);

export function useBuilding(): Builder {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('useBuilding outside of the filter builder');
  return builder;
}

const noProblems: Problems = new Map();

/** The tree that is being built, and what can be done with it. */
export function useBuilder(filters: readonly Filter[], relations: ReadonlyMap<string, Relation>): Builder {
  const { columns, table } = useBuilderTable(relations);
  const conditionOf = (column: Column | undefined): BuilderNode[] =>
    column
      ? [{ kind: 'condition', id: newId(), draft: newDraft(column, table.isReference(column.name)) }]
      : [];
  const [root, setRoot] = useState(() => {
    const tree = treeOf(filters, table);
    return tree.items.length > 0 ? tree : newGroup('and', conditionOf(columns[0]));
  });
  const [problems, setProblems] = useState(noProblems);
  const [said, setSaid] = useState('');
  const { form, focus } = useFocusAfter(root);
  const moved = (next: BuilderGroup, id: string) => {
    setRoot(next);
    setSaid(next === root ? 'It can’t go further.' : placeText(next, id));
    focus(id, 'handle');
  };
  const dragging = useDragging(root, moved);
  const add = (group: BuilderGroup, node: BuilderNode | undefined) => {
    if (!node) return;
    setRoot(insertNode(root, group.id, node));
    const first = node.kind === 'group' ? (node.items[0] ?? node) : node;
    focus(first.id, 'column');
  };
  return {
    ...{ root, table, columns, relations, problems, said, form },
    ...dragging,
    formId: useId(),
    setProblems,
    change: (id, change) => {
      setRoot(changeNode(root, id, change));
      setProblems(noProblems);
    },
    addCondition: (group) => add(group, conditionOf(columns[0])[0]),
    addGroup: (group) => add(group, newGroup(group.logic === 'and' ? 'or' : 'and', conditionOf(columns[0]))),
    remove: (id) => {
      setRoot(changeNode(root, id, () => undefined));
      focus(root.id, 'add');
    },
    step: (id, by) => moved(stepNode(root, id, by), id),
    wrap: (id) => moved(wrapNode(root, id), id),
    clear: () => {
      setRoot(newGroup('and'));
      setProblems(noProblems);
      setSaid('No filters.');
    },
  };
}

/** What of the table the builder goes by. */
function useBuilderTable(relations: ReadonlyMap<string, Relation>) {
  const { table: rowsTable } = useTable();
  const columns = useMemo(() => readable(rowsTable).filter(isFilterable), [rowsTable]);
  const table = useMemo<BuilderTable>(
    () => ({
      column: (name) => rowsTable.columns.find((column) => column.name === name),
      isReference: (name) => relations.get(name)?.key.columns.length === 1,
    }),
    [rowsTable, relations],
  );
  return { columns, table };
}

type Moved = (next: BuilderGroup, id: string) => void;

/** What is dragged, and where it would go. */
function useDragging(
  root: BuilderGroup,
  moved: Moved,
): Pick<Builder, 'dragged' | 'drop' | 'setDragged' | 'aim' | 'dropHere'> {
  const [dragged, setOnlyDragged] = useState<string>();
  const [drop, setDrop] = useState<DropPlace>();
  const setDragged = (id: string | undefined) => {
    setOnlyDragged(id);
    setDrop(undefined);
  };
  const movedTo = ({ group, index }: DropPlace) =>
    dragged === undefined ? root : moveNode(root, dragged, group, index);
  return {
    ...{ dragged, drop, setDragged },
    aim: (place) => setDrop(movedTo(place) === root ? undefined : place),
    dropHere: () => {
      if (dragged && drop) moved(movedTo(drop), dragged);
      setDragged(undefined);
    },
  };
}

/** Which of a node's controls takes the focus. */
export type BuilderControl = 'handle' | 'column' | 'add';

/** Leads the focus to a control that a change of the tree puts somewhere else, or makes. */
function useFocusAfter(root: BuilderGroup) {
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
