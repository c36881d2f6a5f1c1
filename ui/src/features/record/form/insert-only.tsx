import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { SavedCheck } from '@/components/feedback/saved-check';
import { newColumns } from '@/data/rows/record-form.utils';
import { rowNoun } from '@/data/values/value.utils';
import { useUser } from '@/lib/session';
import { useTable } from '@/table/table-context';
import { useRelations } from '@/table/use-relations';
import { RecordFields } from '../fields/record-fields';
import { useShowProblem } from '../use-show-problem';
import styles from './insert-only.module.css';
import { useRecordForm } from './use-record-form';
import { useSave } from './use-save';

/** All that there is of a table to which this role may add rows that it can't read: one form after the other. */
export function InsertOnly() {
  const { table } = useTable();
  const user = useUser();
  const relations = useRelations(table);
  const columns = newColumns(table);
  const id = JSON.stringify([user.id, table.schema, table.name, 'insert only']);
  const form = useRecordForm(id, columns, undefined);
  const element = useRef<HTMLFormElement>(null);
  const saving = useSave(form, true, { onMoved: () => {}, onKept: () => {} });
  const noun = rowNoun(table) ?? 'record';
  useShowProblem(element, saving);
  const { saved } = saving;
  useEffect(() => {
    // The next row is entered from the first field.
    if (saved !== null) element.current?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  }, [saved]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void saving.save();
  };
  return (
    <div className={styles.place}>
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
            {saving.saved !== null && !form.dirty && (
              <>
                <SavedCheck save={saving.saved} label="" /> Added.
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
