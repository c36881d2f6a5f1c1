import { FolderPlus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/button';
import { Select } from '@/components/select';
import type { Group } from '../../api/address/filters.utils';
import styles from './builder.module.css';
import type { BuilderGroup, BuilderNode } from './builder.utils';
import { BuilderHandle, BuilderTools } from './builder-handle';
import { BuilderRow } from './builder-row';
import { useBuilding } from './use-builder';

const ways = [
  { value: 'all', label: 'All', logic: 'and', negated: false },
  { value: 'any', label: 'Any', logic: 'or', negated: false },
  { value: 'none', label: 'None', logic: 'or', negated: true },
  { value: 'not all', label: 'Not all', logic: 'and', negated: true },
] as const satisfies readonly ({ value: string; label: string } & Pick<Group, 'logic' | 'negated'>)[];

/** Groups further inside than this aren't made here: nobody could read them. */
const deepest = 4;

export interface BuilderGroupBoxProps {
  group: BuilderGroup;
  depth: number;
}

/** Conditions and groups of which all, any, none or not all have to hold. */
export function BuilderGroupBox({ group, depth }: BuilderGroupBoxProps) {
  const { change, addCondition, addGroup, drop } = useBuilding();
  const way =
    ways.find(({ logic, negated }) => logic === group.logic && negated === group.negated) ?? ways[0];
  const setWay = (value: string) => {
    const next = ways.find((candidate) => candidate.value === value) ?? way;
    change(group.id, (node) =>
      node.kind === 'group' ? { ...node, logic: next.logic, negated: next.negated } : node,
    );
  };
  const isTarget = (index: number) => drop?.group === group.id && drop.index === index;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend breaks its border
    <div
      role="group"
      aria-label={depth === 0 ? 'Conditions' : `Group of conditions, level ${depth}`}
      className={styles.group}
      data-nested={depth > 0 || undefined}
      data-node={group.id}
    >
      <div className={styles.head}>
        {depth > 0 && <BuilderHandle id={group.id} label="this group" />}
        <Select
          aria-label="Which of these have to hold"
          className={styles.way}
          value={way.value}
          onValueChange={setWay}
          options={ways}
        />
        <span className={styles.hold}>of these {depth === 0 ? 'have to hold' : 'hold'}</span>
        {depth > 0 && <BuilderTools id={group.id} label="this group" isGroup />}
      </div>
      <ul className={styles.items}>
        {group.items.map((node, index) => (
          <Droppable key={node.id} {...{ group, node, index }} above={isTarget(index)}>
            {node.kind === 'group' ? (
              <BuilderGroupBox group={node} depth={depth + 1} />
            ) : (
              <BuilderRow node={node} />
            )}
          </Droppable>
        ))}
      </ul>
      <DropEnd group={group} active={isTarget(group.items.length)}>
        <Button
          size="sm"
          variant="ghost"
          data-control="add"
          icon={<Plus aria-hidden />}
          onClick={() => addCondition(group)}
        >
          Add condition
        </Button>
        {depth < deepest && (
          <Button size="sm" variant="ghost" icon={<FolderPlus aria-hidden />} onClick={() => addGroup(group)}>
            Add group
          </Button>
        )}
      </DropEnd>
    </div>
  );
}

interface DroppableProps {
  group: BuilderGroup;
  node: BuilderNode;
  index: number;
  above: boolean;
  children: ReactNode;
}

/** A place in a group that something can be dropped at, before or after what stands there. */
function Droppable({ group, node, index, above, children }: DroppableProps) {
  const { dragged, setDrop, dropHere } = useBuilding();
  return (
    <li
      data-dragged={dragged === node.id || undefined}
      data-drop={above || undefined}
      onDragOver={(event) => {
        if (!dragged) return;
        event.preventDefault();
        event.stopPropagation();
        const { top, height } = event.currentTarget.getBoundingClientRect();
        const after = event.clientY > top + height / 2;
        setDrop({ group: group.id, index: after ? index + 1 : index });
      }}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        dropHere();
      }}
    >
      {children}
    </li>
  );
}

interface DropEndProps {
  group: BuilderGroup;
  active: boolean;
  children: ReactNode;
}

function DropEnd({ group, active, children }: DropEndProps) {
  const { dragged, setDrop, dropHere } = useBuilding();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop at; the keyboard has Alt and the arrows
    <div
      className={styles.end}
      data-drop={active || undefined}
      onDragOver={(event) => {
        if (!dragged) return;
        event.preventDefault();
        event.stopPropagation();
        setDrop({ group: group.id, index: group.items.length });
      }}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        dropHere();
      }}
    >
      {children}
    </div>
  );
}
