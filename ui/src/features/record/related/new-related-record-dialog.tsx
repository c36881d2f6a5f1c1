import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Dialog } from '@/components/overlays/dialog';
import { toast } from '@/components/overlays/toast';
import { formatRecord, type KeyValue } from '@/data/query/page-state/table-page-state';
import { type EnteredFields, listNewRecordColumns } from '@/data/rows/record-form.utils';
import { findRowNoun } from '@/data/titles/row-titles';
import type { Table } from '@/lib/api.gen';
import { useStorageId } from '@/lib/auth/session';
import { matchesKeys } from '@/lib/browser/keyboard/keyboard';
import { hrefs } from '@/lib/routes';
import { useAutomaticValues } from '@/table/fields/use-automatic-values';
import { TableScope } from '@/table/table-scope';
import { useRelations } from '@/table/use-relations';
import { RecordFields } from '../fields/record-fields';
import { DiscardDialog } from '../form/discard-dialog';
import { useGeneratedKey } from '../form/use-generated-key';
import { useRecordForm } from '../form/use-record-form';
import { type RecordSave, useRecordSave } from '../form/use-record-save';
import { recordMessages } from '../record-messages';
import { useFocusInvalidField } from '../use-focus-invalid-field';

export interface NewRelatedRecordDialogProps {
  table: Table;
  /** The initial values, among them the foreign key that refers to the record. */
  start: EnteredFields;
  onClose: () => void;
  onAdded: () => void;
}

const messages = recordMessages.related;

/** A dialog with the form for a new row of a related table. */
export function NewRelatedRecordDialog(props: NewRelatedRecordDialogProps) {
  return (
    <TableScope table={props.table}>
      <NewRelatedForm {...props} />
    </TableScope>
  );
}

/** The dialog itself, in the scope of the related table. Asks before it discards input. Closes when the row is saved or queued. */
function NewRelatedForm(props: NewRelatedRecordDialogProps) {
  const { table, start, onClose } = props;
  const storageId = useStorageId();
  const relations = useRelations(table);
  const columns = listNewRecordColumns(table);
  const formId = useId();
  const title = messages.newRecord(findRowNoun(table));
  const id = JSON.stringify([storageId, table.schema, table.name, 'related', start]);
  const fallback = useAutomaticValues(table, columns, relations);
  const generatedKey = useGeneratedKey(table, columns);
  const form = useRecordForm({ id, columns, row: undefined, given: start, fallback, generatedKey });
  const [isAsking, setAsking] = useState(false);
  const [addedKey, setAddedKey] = useState<readonly KeyValue[]>();
  const saving = useRecordSave(form, true, { onKeyChange: setAddedKey, onQueued: onClose });
  const element = useRef<HTMLFormElement>(null);
  useFocusInvalidField(element, saving);
  useAddedToast(props, saving, addedKey);
  const discard = () => {
    form.discard();
    onClose();
  };
  const leave = () => (form.touched || form.isUploading ? setAsking(true) : discard());
  const save = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    void saving.save();
  };
  return (
    <Dialog
      open
      size="md"
      // Handles the shortcut here, because it would save the record behind the dialog.
      onKeyDown={(event) => matchesKeys(event, 'mod+enter') && save(event)}
      onOpenChange={(open) => !open && leave()}
      title={title}
      footer={
        <>
          <Button onClick={leave}>{messages.cancel}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            pending={saving.pending}
            disabled={form.isUploading}
          >
            {messages.create}
          </Button>
        </>
      }
    >
      {saving.error && <ErrorNotice error={saving.error} />}
      <form ref={element} id={formId} noValidate aria-label={title} onSubmit={save}>
        <RecordFields {...{ columns, relations, form, isNew: true }} problems={saving.problems} />
      </form>
      <DiscardDialog open={isAsking} heading={title} onKeep={() => setAsking(false)} onDiscard={discard} />
    </Dialog>
  );
}

/** After the save, shows a toast with a link to the new record and closes the dialog. */
function useAddedToast(
  { table, onAdded, onClose }: NewRelatedRecordDialogProps,
  { saveCount }: RecordSave,
  addedKey: readonly KeyValue[] | undefined,
) {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (saveCount === null) return;
    const open = addedKey && (() => navigate(hrefs.record(table.schema, table.name, formatRecord(addedKey))));
    toast.done(messages.added, open && { label: messages.open, onClick: open });
    onAdded();
    onClose();
  }, [saveCount, addedKey, table, navigate, onAdded, onClose]);
}
