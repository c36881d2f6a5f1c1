import { type KeyboardEvent, type RefObject, type UIEvent, useEffect, useRef, useState } from 'react';
import { Chip } from '@/components/chip';
import { ErrorNotice } from '@/components/error-notice';
import { toast } from '@/components/toast';
import type { ApiError } from '@/lib/api';
import { matchesKeys } from '@/lib/keys';
import { useUser } from '@/lib/session';
import { useShortcut } from '@/lib/shortcuts';
import type { KeyValue } from '../../api/address/page-state.utils';
import { keyOf, keyText } from '../../api/changes/guards.utils';
import type { Relation } from '../../api/relations/references';
import type { Row } from '../../api/row';
import { headingOf, rowNoun } from '../../values/value.utils';
import { rowKeyText, useDeletion, useShownRow } from '../cells/use-cell';
import { useOpenChanges } from '../changes/changes-context';
import { ConflictDialog } from '../changes/conflict-dialog';
import { DeletionNote } from '../changes/deletion-note';
import { useTable } from '../table-context';
import { CopyNote } from './copy-note';
import { DiscardDialog } from './discard-dialog';
import { RecordBar, type RecordBarProps } from './record-bar';
import styles from './record-editor.module.css';
import { RecordFields } from './record-fields';
import { type EnteredFields, formColumns, newColumns } from './record-form.utils';
import { RelatedRecords } from './related/related-records';
import { SaveBar } from './save-bar';
import { hasDraft, useRecordForm } from './use-record-form';
import { useSave } from './use-save';

export interface RecordEditorProps extends Omit<RecordBarProps, 'title' | 'isNew'> {
  /** Undefined for a new one. */
  row: Row | undefined;
  /** What a new one starts from. */
  start?: EnteredFields | undefined;
  /** The row that a new one is a copy of. */
  original?: Row | undefined;
  relations: ReadonlyMap<string, Relation>;
  /** The record has this key now: it is new, or its key was changed. */
  onMoved: (key: readonly KeyValue[]) => void;
}

/** A record's form, its related rows, and what can be done with it. */
export function RecordEditor({ row: saved, start, original, relations, onMoved, ...bar }: RecordEditorProps) {
  const { table, openRecord } = useTable();
  const row = useShownRow(saved);
  const openChanges = useOpenChanges();
  const user = useUser();
  const isNew = row === undefined;
  const deletion = useDeletion(row ? rowKeyText(table, row) : '');
  const columns = isNew ? newColumns(table) : formColumns(table);
  const key = row && keyOf(table, row);
  const id = JSON.stringify([user.id, table.schema, table.name, key ? keyText(key) : 'new', start]);
  const form = useRecordForm(id, columns, row, start);
  const saving = useSave(form, isNew, { onMoved, onKept: bar.onClose });
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const [scrolled, setScrolled] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const heading = row ? headingOf(table, row) : `New ${rowNoun(table) ?? 'record'}`;

  // Beside its table it is a part of that page; alone it is the page.
  const Heading = bar.full ? 'h1' : 'h2';

  const leave = (action: (() => void) | undefined) =>
    action && (() => (form.touched ? setLeaving(() => action) : action()));
  const close = leave(bar.onClose) ?? bar.onClose;
  const [previous, next] = [leave(bar.onPrevious), leave(bar.onNext)];
  useShortcut({ keys: 'alt+arrowup', label: 'Previous record', group: 'Record' }, previous);
  useShortcut({ keys: 'alt+arrowdown', label: 'Next record', group: 'Record' }, next);
  useShortcut({ keys: 'escape', label: 'Close the record', group: 'Record' }, close);
  useShortcut({ keys: 'mod+enter', label: 'Save the record', group: 'Record' }, () => void saving.save(), {
    everywhere: form.dirty,
  });
  useKeptNotice(id, heading, key && (() => openRecord(key)));
  useShowRefused(body, saving.refused);
  const onKeyDown = recordKeys(close, previous, next);
  const state = row && columns.find((column) => column.kind === 'enum' && !column.array && row[column.name]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that work anywhere within the record
    <div className={styles.record} onKeyDown={onKeyDown}>
      <RecordBar
        {...bar}
        isNew={isNew}
        title={scrolled ? heading : undefined}
        onClose={close}
        onPrevious={previous}
        onNext={next}
        onDuplicate={leave(bar.onDuplicate)}
        onChanges={key && (() => openChanges({ table, rowKey: keyText(key), heading }))}
      />
      <div
        ref={body}
        className={styles.body}
        onScroll={(event: UIEvent<HTMLDivElement>) => setScrolled(event.currentTarget.scrollTop > 34)}
      >
        <div className={styles.column}>
          <div className={styles.head}>
            <Heading dir="auto">{heading}</Heading>
            {state && (
              <Chip value={String(row[state.name])} index={state.enum.indexOf(String(row[state.name]))} />
            )}
          </div>
          {saving.error && <ErrorNotice error={saving.error} className={styles.error} />}
          {deletion && <DeletionNote table={table} entry={deletion} />}
          {original && <CopyNote original={original} />}
          {form.restored && (
            <p className={styles.restored}>These changes are from before, and not saved yet.</p>
          )}
          <form
            noValidate
            className={styles.form}
            aria-label={heading}
            onSubmit={(event) => {
              event.preventDefault();
              void saving.save();
            }}
          >
            <RecordFields {...{ columns, relations, form, isNew }} problems={saving.problems} />
            {columns.length === 0 && <p>There is nothing here that your role may enter.</p>}
          </form>
          {row && (
            <div className={styles.related}>
              <RelatedRecords row={row} heading={bar.full ? 'h2' : 'h3'} />
            </div>
          )}
        </div>
      </div>
      <SaveBar form={form} saving={saving} isNew={isNew} />
      <DiscardDialog
        open={leaving !== null}
        what={heading}
        onKeep={() => setLeaving(null)}
        onDiscard={() => {
          const action = leaving;
          setLeaving(null);
          form.discard();
          saving.forget();
          action?.();
        }}
      />
      <ConflictDialog
        table={table}
        conflict={saving.conflict}
        onClose={saving.dropConflict}
        onChoose={saving.resolve}
      />
    </div>
  );
}

/** Goes to the first field that was refused, or to what is said above all of them. */
function useShowRefused(body: RefObject<HTMLDivElement | null>, refused: ApiError | null) {
  useEffect(() => {
    const place = body.current;
    if (!refused || !place) return;
    const wrong = place.querySelector<HTMLElement>('[aria-invalid="true"]');
    // By hand: the browser's own scrolling would move what is around the form, too.
    wrong?.focus({ preventScroll: true });
    const above = wrong ? wrong.getBoundingClientRect().top - place.getBoundingClientRect().top : 0;
    const top = wrong ? place.scrollTop + above - place.clientHeight / 2 : 0;
    place.scrollTo({ top, behavior: 'smooth' });
  }, [body, refused]);
}

type Go = (() => void) | undefined;

/** Keys that work anywhere within the record, in its fields too. */
function recordKeys(close: () => void, previous: Go, next: Go) {
  return (event: KeyboardEvent) => {
    const inPanel = event.target instanceof Element && event.currentTarget.contains(event.target);
    if (!inPanel || event.defaultPrevented) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
      return;
    }
    const step = [
      ['alt+arrowup', previous],
      ['alt+arrowdown', next],
    ] as const;
    for (const [keys, go] of step) {
      if (!go || !matchesKeys(event, keys)) continue;
      event.preventDefault();
      go();
    }
  };
}

/** Whoever leaves a record with unsaved input by another way is told that it is kept, and how to get back. */
function useKeptNotice(id: string, heading: string, back: (() => void) | undefined) {
  const latest = useRef({ id, heading, back });
  useEffect(() => {
    latest.current = { id, heading, back };
  });
  useEffect(
    () => () => {
      const { id, heading, back } = latest.current;
      if (!hasDraft(id)) return;
      toast.info(
        `What you entered in “${heading}” is kept, not saved.`,
        back && { label: 'Go back', onClick: back },
      );
    },
    [],
  );
}
