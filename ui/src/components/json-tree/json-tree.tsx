import { useState } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { cx } from '@/lib/text/cx';
import { isJSONNumber } from '@/lib/text/json';
import styles from './json-tree.module.css';

const messages = componentsMessages.jsonTree;

/** Levels that are expanded at first. */
const openLevels = 2;

/** Number of members that a level shows before the rest is requested. */
const pageSize = 100;

/** A JSON value as a tree whose levels can be expanded. */
export function JSONTree({ value, className }: { value: unknown; className?: string | undefined }) {
  return (
    <div className={cx(styles.tree, className)} dir="ltr">
      <Node name={undefined} value={value} level={0} />
    </div>
  );
}

interface NodeProps {
  name: string | undefined;
  value: unknown;
  level: number;
}

function Node({ name, value, level }: NodeProps) {
  const members = listMembers(value);
  if (!members) {
    return (
      <div className={styles.leaf}>
        <Name name={name} />
        <Scalar value={value} />
      </div>
    );
  }
  return <Branch {...{ name, level, members }} isArray={Array.isArray(value)} />;
}

interface BranchProps {
  name: string | undefined;
  level: number;
  members: readonly (readonly [string, unknown])[];
  isArray: boolean;
}

function Branch({ name, level, members, isArray }: BranchProps) {
  const [isOpen, setOpen] = useState(level < openLevels);
  const [shown, setShown] = useState(pageSize);
  const count = isArray ? messages.items(members.length) : messages.members(members.length);
  return (
    <details className={styles.branch} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Name name={name} />
        <span className={styles.count}>{count}</span>
      </summary>
      {isOpen && (
        <div className={styles.members}>
          {members.slice(0, shown).map(([key, member]) => (
            <Node key={key} name={key} value={member} level={level + 1} />
          ))}
          {members.length > shown && (
            <button type="button" className={styles.more} onClick={() => setShown(shown + 10 * pageSize)}>
              {messages.more(members.length - shown)}
            </button>
          )}
        </div>
      )}
    </details>
  );
}

function Name({ name }: { name: string | undefined }) {
  return name === undefined ? null : <span className={styles.name}>{name}: </span>;
}

function Scalar({ value }: { value: unknown }) {
  if (typeof value === 'string') return <span className={styles.string}>{JSON.stringify(value)}</span>;
  return <span className={styles.constant}>{String(value)}</span>;
}

/** Returns the members of an object or an array; undefined for other values. */
function listMembers(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof value !== 'object' || value === null || isJSONNumber(value)) return undefined;
  return Object.entries(value);
}
