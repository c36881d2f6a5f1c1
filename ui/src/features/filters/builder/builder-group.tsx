import { FolderPlus, Plus } from 'lucide-react';
import { type DragEvent, useRef } from 'react';
import { Button } from '@/components/controls/button';
import { Select } from '@/components/fields/select';
import type { Group } from '@/data/query/filters/filters.utils';
import { filtersMessages } from '../filters-messages';
import styles from './builder.module.css';
import type { BuilderGroup } from './builder.utils';
import { BuilderHandle, BuilderMenu } from './builder-handle';
import { BuilderRow } from './builder-row';
import { findDropIndexInList } from './drop-index.utils';
import { useBuilderContext } from './use-builder';

const messages = filtersMessages.builder;

const logicOptions = [
  { value: 'all', label: messages.logicOptions.all, logic: 'and', negated: false },
  { value: 'any', label: messages.logicOptions.any, logic: 'or', negated: false },
  { value: 'none', label: messages.logicOptions.none, logic: 'or', negated: true },
  { value: 'not-all', label: messages.logicOptions.notAll, logic: 'and', negated: true },
] as const satisfies readonly ({ value: string; label: string } & Pick<Group, 'logic' | 'negated'>)[];

/** Maximum nesting of groups that the builder creates. Deeper groups are hard to read. */
const maxDepth = 4;

/** Distance from a group's edge, in pixels, within which a drop inserts next to the group instead of into it. */
const edgeSize = 8;

export interface BuilderGroupBoxProps {
  group: BuilderGroup;
  depth: number;
}

/** A group of conditions and groups, of which all, any, none or not all must match. */
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
      aria-label={depth === 0 ? messages.conditions : messages.nestedGroup(depth)}
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
  const current =
    logicOptions.find(({ logic, negated }) => logic === group.logic && negated === group.negated) ??
    logicOptions[0];
  const setLogic = (value: string) => {
    const { logic, negated } = logicOptions.find((candidate) => candidate.value === value) ?? current;
    change(group.id, (node) => (node.kind === 'group' ? { ...node, logic, negated } : node));
  };
  return (
    <div className={styles.header}>
      {depth > 0 && <BuilderHandle id={group.id} label={messages.group} />}
      <Select
        aria-label={messages.logic}
        className={styles.logic}
        value={current.value}
        onValueChange={setLogic}
        options={logicOptions}
      />
      <span className={styles.logicText}>{messages.ofTheseConditions}</span>
      {depth > 0 && <BuilderMenu id={group.id} label={messages.group} isGroup />}
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
        {messages.addCondition}
      </Button>
      {depth < maxDepth && (
        <Button size="sm" variant="ghost" icon={<FolderPlus aria-hidden />} onClick={() => addGroup(group)}>
          {messages.addGroup}
        </Button>
      )}
    </>
  );
}
