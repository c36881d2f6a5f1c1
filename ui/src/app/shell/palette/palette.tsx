import { Command } from 'cmdk';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Spinner } from '@/components/feedback/spinner';
import { Dialog } from '@/components/overlays/dialog';
import { type GetTypedAhead, type TypedAhead, useTypedAhead } from '@/components/search/lazy-search';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { useValueChange } from '@/lib/display/use-value-change';
import { findViewedTable } from '@/lib/is-view';
import { shellMessages } from '../shell-messages';
import { groupTables } from '../sidebar/sidebar.utils';
import { useDashboardEntries } from '../use-dashboard-entries';
import { useFileEntries } from '../use-file-entries';
import {
  useActionEntries,
  useBucketEntries,
  useChannelEntries,
  useSettingEntries,
  useShortcutEntries,
  useTableEntries,
} from '../use-palette-entries';
import { useRecentEntries } from '../use-recent-entries';
import { useRecordEntries } from '../use-record-entries';
import styles from './palette.module.css';
import { matchEntries, type PaletteEntry, type PaletteGroup } from './palette.utils';

const messages = shellMessages.palette;

export interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export interface LoadedPaletteProps extends PaletteProps {
  getTypedAhead: GetTypedAhead;
  /** Restores the focus when the palette has closed. */
  onCloseAutoFocus: (event: Event) => void;
}

/** The command palette: finds pages, records, files and actions by their name, and opens or runs them. */
export function Palette({ open, onOpenChange, getTypedAhead, onCloseAutoFocus }: LoadedPaletteProps) {
  const typedAhead = useTypedAhead(getTypedAhead);
  const [isFirst, setFirst] = useState(true);
  if (!open && isFirst) setFirst(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onCloseAutoFocus={onCloseAutoFocus}
      title={shellMessages.search}
      hideTitle
      size="md"
      className={styles.dialog}
    >
      <PaletteList onDone={() => onOpenChange(false)} typedAhead={isFirst ? typedAhead : undefined} />
    </Dialog>
  );
}

interface PaletteListProps {
  onDone: () => void;
  typedAhead: TypedAhead | undefined;
}

function PaletteList({ onDone, typedAhead }: PaletteListProps) {
  const [text, setText] = useState(typedAhead?.text ?? '');
  useValueChange(typedAhead, (typed) => typed && setText(typed.text));
  const { entries, search } = useEntries(text);
  const matches = matchEntries(entries, text);
  const choose = ({ run }: PaletteEntry) => {
    // Closes first, because an open dialog would take the focus back from the action.
    flushSync(onDone);
    run();
  };
  const first = matches[0]?.entries[0];
  const [selected, setSelected] = useSelectedEntry(matches, text, search.isProvisional);
  const { onKeyDown, cancel } = useEnterWhileSearching(
    first,
    search.pending && (!first || search.isProvisional(first)),
    choose,
    typedAhead?.isEntered ?? false,
  );
  const onType = (next: string) => {
    setText(next);
    cancel();
  };
  return (
    <Command
      label={shellMessages.search}
      loop
      shouldFilter={false}
      value={selected}
      onValueChange={setSelected}
      className={styles.command}
      onKeyDown={onKeyDown}
    >
      <div className={styles.search}>
        <Command.Input
          value={text}
          onValueChange={onType}
          placeholder={messages.placeholder}
          className={styles.input}
          // When the dialog focuses it instead, the text that was typed ahead is selected, and the next key replaces it.
          autoFocus
        />
        {search.pending && <Spinner label={messages.searching} />}
      </div>
      <Command.List className={styles.list} aria-busy={search.pending}>
        {matches.map(({ heading, entries }) => (
          <Command.Group key={heading} heading={heading} className={styles.group}>
            {entries.map((entry) => (
              <PaletteItem key={entry.id} entry={entry} onSelect={() => choose(entry)} />
            ))}
          </Command.Group>
        ))}
        {!search.pending && <Command.Empty className={styles.empty}>{messages.noResults}</Command.Empty>}
        {search.failed.length > 0 && (
          <p className={styles.note} role="status">
            {messages.notSearched(search.failed.map(({ title }) => title))}
          </p>
        )}
      </Command.List>
    </Command>
  );
}

/** The state of the search for records and files. */
interface SearchState {
  pending: boolean;
  /** The tables and buckets that could not be searched. */
  failed: readonly { title: string }[];
  /** Whether a result that is listed before this entry can still be found. */
  isProvisional: (entry: PaletteEntry) => boolean;
}

/** Returns the entries of all kinds, and the state of the search. */
function useEntries(text: string): { entries: readonly PaletteEntry[]; search: SearchState } {
  const schema = useSchema();
  const groups = useMemo(() => groupTables(schema), [schema]);
  const tables = useMemo(
    () => groups.flatMap((group) => group.tables).filter(({ privileges }) => privileges.select),
    [groups],
  );
  const searched = useMemo(() => {
    const isShownByTable = (table: Table) => tables.some((other) => other === findViewedTable(schema, table));
    return tables.filter((table) => !isShownByTable(table));
  }, [schema, tables]);
  const records = useRecordEntries(searched, text);
  const files = useFileEntries(text);
  const recentEntries = useRecentEntries();
  const entries = [
    ...(text.trim() === '' ? recentEntries : records.entries),
    ...useTableEntries(groups),
    ...useDashboardEntries(),
    ...useBucketEntries(),
    ...files.entries,
    ...useChannelEntries(),
    ...useActionEntries(),
    ...useShortcutEntries(),
    ...useSettingEntries(),
  ];
  const search = {
    pending: records.pending || files.pending,
    failed: [...records.failed, ...files.failed],
    isProvisional: (entry: PaletteEntry) => records.pending && files.entries.includes(entry),
  };
  return { entries, search };
}

/**
 * Returns the id of the selected entry and its setter, which cmdk calls. cmdk selects the first entry of each text and keeps
 * it; a file does not stay selected when a record is listed before it.
 */
function useSelectedEntry(
  matches: readonly PaletteGroup[],
  text: string,
  isProvisional: (entry: PaletteEntry) => boolean,
): [selected: string, setSelected: (id: string) => void] {
  const [selection, setSelection] = useState({ id: '', text });
  const first = matches[0]?.entries[0];
  const isListed = matches.some(({ entries }) => entries.some(({ id }) => id.trim() === selection.id));
  const setSelected = (id: string) => {
    const isKept = first === undefined || first.id.trim() !== id || !isProvisional(first);
    setSelection({ id: isKept ? id : '', text });
  };
  return [isListed && selection.text === text ? selection.id : (first?.id ?? ''), setSelected];
}

/** Runs the first result when Enter was pressed before the search returned one. `isAwaited`: it can still return a better one. */
function useEnterWhileSearching(
  first: PaletteEntry | undefined,
  isAwaited: boolean,
  choose: (entry: PaletteEntry) => void,
  wasEntered: boolean,
) {
  const [isEntered, setEntered] = useState(wasEntered);
  useValueChange(wasEntered, setEntered);
  const chooseFirst = useEffectEvent(() => first && choose(first));
  useEffect(() => {
    if (!isEntered || isAwaited) return;
    setEntered(false);
    // After the effect, because it closes the palette with flushSync.
    queueMicrotask(chooseFirst);
  }, [isEntered, isAwaited]);
  return {
    cancel: () => setEntered(false),
    onKeyDown: (event: KeyboardEvent) => {
      // cmdk runs an entry that is listed.
      if (event.key === 'Enter' && isAwaited && !first && !event.nativeEvent.isComposing) setEntered(true);
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
