import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { SavedCheck } from '@/components/feedback/saved-check';
import { listNewRecordColumns } from '@/data/rows/record-form.utils';
import { findRowNoun } from '@/data/titles/row-titles';
import { useStorageId } from '@/lib/auth/session';
import { useAutomaticValues } from '@/table/fields/use-automatic-values';
import { useTable } from '@/table/table-context';
import { useRelations } from '@/table/use-relations';
import { RecordFields } from '../fields/record-fields';
import { recordMessages } from '../record-messages';
import { useFocusInvalidField } from '../use-focus-invalid-field';
import styles from './insert-only-form.module.css';
import { useGeneratedKey } from './use-generated-key';
import { useRecordForm } from './use-record-form';
import { useRecordSave } from './use-record-save';

const messages = recordMessages.insertOnly;

/** The page of a table in which the role can add rows but not read them: a form that is empty again after each save. */
export function InsertOnlyForm() {
  const { table } = useTable();
  const storageId = useStorageId();
  const relations = useRelations(table);
  const columns = listNewRecordColumns(table);
  // biome-ignore lint/plugin: part of the key of stored drafts, not a text
  const id = JSON.stringify([storageId, table.schema, table.name, 'insert only']);
  const fallback = useAutomaticValues(table, columns, relations);
  const generatedKey = useGeneratedKey(table, columns);
  const form = useRecordForm({ id, columns, row: undefined, fallback, generatedKey });
  const element = useRef<HTMLFormElement>(null);
  const saving = useRecordSave(form, true, { onKeyChange: () => {}, onQueued: () => {} });
  const title = messages.title(findRowNoun(table));
  useFocusInvalidField(element, saving);
  const { saveCount } = saving;
  useEffect(() => {
    // Focuses the first field for the next row.
    if (saveCount !== null) element.current?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  }, [saveCount]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void saving.save();
  };
  return (
    <div className={styles.page}>
      <form ref={element} noValidate className={styles.form} aria-label={title} onSubmit={submit}>
        <h2>{title}</h2>
        <p className={styles.note}>{messages.hint(table.title)}</p>
        {table.comment && <p className={styles.note}>{table.comment}</p>}
        {saving.error && <ErrorNotice error={saving.error} />}
        <div>
          <RecordFields {...{ columns, relations, form, isNew: true }} problems={saving.problems} />
        </div>
        <footer className={styles.footer}>
          <span role="status" className={styles.saved}>
            {saving.saveCount !== null && !form.dirty && (
              <>
                <SavedCheck saveId={saving.saveCount} label="" /> {messages.added}
              </>
            )}
          </span>
          <Button variant="primary" type="submit" pending={saving.pending} disabled={form.isUploading}>
            {messages.add}
          </Button>
        </footer>
      </form>
    </div>
  );
}
