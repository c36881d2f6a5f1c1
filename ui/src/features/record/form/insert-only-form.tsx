import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { SavedCheck } from '@/components/feedback/saved-check';
import { newRecordColumns } from '@/data/rows/record-form.utils';
import { rowNoun } from '@/data/values/value.utils';
import { useUser } from '@/lib/session';
import { useTable } from '@/table/table-context';
import { useRelations } from '@/table/use-relations';
import { RecordFields } from '../fields/record-fields';
import { useFocusInvalidField } from '../use-focus-invalid-field';
import styles from './insert-only-form.module.css';
import { useRecordForm } from './use-record-form';
import { useRecordSave } from './use-record-save';

/** All that there is of a table to which this role may add rows that it can't read: one form after the other. */
export function InsertOnlyForm() {
  const { table } = useTable();
  const user = useUser();
  const relations = useRelations(table);
  const columns = newRecordColumns(table);
  const id = JSON.stringify([user.id, table.schema, table.name, 'insert only']);
  const form = useRecordForm(id, columns, undefined);
  const element = useRef<HTMLFormElement>(null);
  const saving = useRecordSave(form, true, { onKeyChange: () => {}, onQueued: () => {} });
  const noun = rowNoun(table) ?? 'record';
  useFocusInvalidField(element, saving);
  const { saveCount } = saving;
  useEffect(() => {
    // The next row is entered from the first field.
    if (saveCount !== null) element.current?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  }, [saveCount]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void saving.save();
  };
  return (
    <div className={styles.page}>
      <form ref={element} noValidate className={styles.form} aria-label={`New ${noun}`} onSubmit={submit}>
        <h2>New {noun}</h2>
        <p className={styles.note}>
          Your role may add to {table.title}, but not read it: what you add is not shown.
        </p>
        {table.comment && <p className={styles.note}>{table.comment}</p>}
        {saving.error && <ErrorNotice error={saving.error} />}
        <div>
          <RecordFields {...{ columns, relations, form, isNew: true }} problems={saving.problems} />
        </div>
        <footer className={styles.footer}>
          <span role="status" className={styles.saved}>
            {saving.saveCount !== null && !form.dirty && (
              <>
                <SavedCheck saveId={saving.saveCount} label="" /> Added.
              </>
            )}
          </span>
          <Button variant="primary" type="submit" pending={saving.pending}>
            Add
          </Button>
        </footer>
      </form>
    </div>
  );
}
