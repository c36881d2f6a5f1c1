import { FolderPlus, Plus } from 'lucide-react';
import { type DragEvent, useRef } from 'react';
import { Button } from '@/components/controls/button';
import { Select } from '@/components/fields/select';
import type { Group } from '@/data/query/filters.utils';
import styles from './builder.module.css';
import type { BuilderGroup } from './builder.utils';
import { BuilderHandle, BuilderMenu } from './builder-handle';
import { BuilderRow } from './builder-row';
import { findDropIndexInList } from './drop-index.utils';
import { useBuilderContext } from './use-builder';

const logicOptions = [
  { value: 'all', label: 'All', logic: 'and', negated: false },
  { value: 'any', label: 'Any', logic: 'or', negated: false },
  { value: 'none', label: 'None', logic: 'or', negated: true },
  { value: 'not all', label: 'Not all', logic: 'and', negated: true },
] as const satisfies readonly ({ value: string; label: string } & Pick<Group, 'logic' | 'negated'>)[];

/** Groups further inside than this aren't made here: nobody could read them. */
const maxDepth = 4;

/** What is let go this near to a group's edge, in pixels, goes beside it and not into it. */
const edgeSize = 8;

export interface BuilderGroupBoxProps {
  group: BuilderGroup;
  depth: number;
}

/** Conditions and groups of which all, any, none or not all have to hold. */
export function BuilderGroupBox({ group, depth }: BuilderGroupBoxProps) {
  const { draggedId, dropPosition, setDropPosition, applyDrop } = useBuilderContext();
  const items = useRef<HTMLUListElement>(null);
  const isTarget = (index: number) =>
    (dropPosition?.groupId === group.id && dropPosition.index === index) || undefined;
  const onDragOver = (event: DragEvent<HTMLElement>) => {
    if (!draggedId) return;
    const { top, bottom } = event.currentTarget.getBoundingClientRect();
    const y = event.clientY;
    if (depth > 0 && (y < top + edgeSize || y > bottom - edgeSize)) return;
    event.preventDefault();
    event.stopPropagation();
    setDropPosition({ groupId: group.id, index: findDropIndexInList(items.current, y) });
  };
  const onDrop = (event: DragEvent<HTMLElement>) => {
    if (!draggedId) return;
    event.preventDefault();
    event.stopPropagation();
    applyDrop();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend breaks its border
    <div
      role="group"
      aria-label={depth === 0 ? 'Conditions' : `Group of conditions, level ${depth}`}
      className={styles.group}
      data-nested={depth > 0 || undefined}
      data-node={group.id}
      onDragOver={onDragOver}
      onDrop={onDrop}
    >
      <GroupHeader group={group} depth={depth} />
      <ul ref={items} className={styles.items}>
        {group.items.map((node, index) => (
          <li key={node.id} data-dragged={draggedId === node.id || undefined} data-drop={isTarget(index)}>
            {node.kind === 'group' ? (
              <BuilderGroupBox group={node} depth={depth + 1} />
            ) : (
              <BuilderRow node={node} />
            )}
          </li>
        ))}
      </ul>
      <div className={styles.footer} data-drop={isTarget(group.items.length)}>
        <GroupFooter group={group} depth={depth} />
      </div>
    </div>
  );
}

function GroupHeader({ group, depth }: BuilderGroupBoxProps) {
  const { change } = useBuilderContext();
  const way =
    logicOptions.find(({ logic, negated }) => logic === group.logic && negated === group.negated) ??
    logicOptions[0];
  const setWay = (value: string) => {
    const { logic, negated } = logicOptions.find((candidate) => candidate.value === value) ?? way;
    change(group.id, (node) => (node.kind === 'group' ? { ...node, logic, negated } : node));
  };
  return (
    <div className={styles.header}>
      {depth > 0 && <BuilderHandle id={group.id} label="this group" />}
      <Select
        aria-label="Which of these have to hold"
        className={styles.logic}
        value={way.value}
        onValueChange={setWay}
        options={logicOptions}
      />
      <span className={styles.logicText}>of these {depth === 0 ? 'have to hold' : 'hold'}</span>
      {depth > 0 && <BuilderMenu id={group.id} label="this group" isGroup />}
    </div>
  );
}

function GroupFooter({ group, depth }: BuilderGroupBoxProps) {
  const { addCondition, addGroup } = useBuilderContext();
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        data-control="add"
        icon={<Plus aria-hidden />}
        onClick={() => addCondition(group)}
      >
        Add condition
      </Button>
      {depth < maxDepth && (
        <Button size="sm" variant="ghost" icon={<FolderPlus aria-hidden />} onClick={() => addGroup(group)}>
          Add group
        </Button>
      )}
    </>
  );
}
