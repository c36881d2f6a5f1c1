import { Command } from 'cmdk';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Spinner } from '@/components/feedback/spinner';
import { Dialog } from '@/components/overlays/dialog';
import { formatList } from '@/lib/format';
import { useSchema } from '@/lib/session';
import { groupTables } from '../sidebar/sidebar.utils';
import {
  useBucketEntries,
  useSettingEntries,
  useShortcutEntries,
  useTableEntries,
} from '../use-palette-entries';
import { useRecordEntries } from '../use-record-entries';
import styles from './palette.module.css';
import { matchEntries, type PaletteEntry } from './palette.utils';

export interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Opens any page or record and runs any action, by a part of its name. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Search or jump to"
      hideTitle
      size="md"
      className={styles.dialog}
    >
      <PaletteList onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function PaletteList({ onDone }: { onDone: () => void }) {
  const schema = useSchema();
  const [text, setText] = useState('');
  const groups = useMemo(() => groupTables(schema), [schema]);
  const tables = useMemo(
    () => groups.flatMap((group) => group.tables).filter(({ privileges }) => privileges.select),
    [groups],
  );
  const records = useRecordEntries(tables, text);
  const entries = [
    ...useTableEntries(groups),
    ...records.entries,
    ...useBucketEntries(),
    ...useShortcutEntries(),
    ...useSettingEntries(),
  ];
  const found = matchEntries(entries, text);
  const choose = ({ run }: PaletteEntry) => {
    // Closes first: an open dialog would keep the focus, which the action moves.
    flushSync(onDone);
    run();
  };
  const { onKeyDown, cancel } = useEnterWhileSearching(found[0]?.entries[0], records.pending, choose);
  const onType = (next: string) => {
    setText(next);
    cancel();
  };
  return (
    <Command
      label="Search or jump to"
      loop
      shouldFilter={false}
      className={styles.command}
      onKeyDown={onKeyDown}
    >
      <div className={styles.search}>
        <Command.Input
          value={text}
          onValueChange={onType}
          placeholder="Search records, pages and actions…"
          className={styles.input}
        />
        {records.pending && <Spinner label="Searching records" />}
      </div>
      <Command.List className={styles.list} aria-busy={records.pending}>
        {found.map(({ heading, entries }) => (
          <Command.Group key={heading} heading={heading} className={styles.group}>
            {entries.map((entry) => (
              <PaletteItem key={entry.id} entry={entry} onSelect={() => choose(entry)} />
            ))}
          </Command.Group>
        ))}
        {!records.pending && <Command.Empty className={styles.empty}>No results for “{text}”</Command.Empty>}
        {records.failed.length > 0 && (
          <p className={styles.note} role="status">
            Couldn’t search {formatList(records.failed.map(({ title }) => title))}.
          </p>
        )}
      </Command.List>
    </Command>
  );
}

/** Runs the first result when Enter was pressed before the search returned one. */
function useEnterWhileSearching(
  first: PaletteEntry | undefined,
  pending: boolean,
  choose: (entry: PaletteEntry) => void,
) {
  const [entered, setEntered] = useState(false);
  const chooseFirst = useEffectEvent(() => first && choose(first));
  const isFound = first !== undefined;
  useEffect(() => {
    if (!entered || (pending && !isFound)) return;
    setEntered(false);
    chooseFirst();
  }, [entered, pending, isFound]);
  return {
    cancel: () => setEntered(false),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && pending && !isFound && !event.nativeEvent.isComposing) setEntered(true);
    },
  };
}

function PaletteItem({ entry, onSelect }: { entry: PaletteEntry; onSelect: () => void }) {
  const { id, icon, label, detail, note } = entry;
  return (
    <Command.Item value={id} onSelect={onSelect} className={styles.item}>
      {icon}
      <span className={styles.text}>
        <span className={styles.label} dir="auto">
          {label}
        </span>
        {detail && (
          <span className={styles.detail} dir="auto">
            {detail}
          </span>
        )}
      </span>
      {note && <small>{note}</small>}
    </Command.Item>
  );
}
