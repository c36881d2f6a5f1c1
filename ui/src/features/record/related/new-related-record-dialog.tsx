import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Dialog } from '@/components/overlays/dialog';
import { toast } from '@/components/overlays/toast';
import { formatRecord, type KeyValue } from '@/data/query/table-page-state';
import { type EnteredFields, newRecordColumns } from '@/data/rows/record-form.utils';
import { rowNoun } from '@/data/values/value.utils';
import type { Table } from '@/lib/api.gen';
import { matchesKeys } from '@/lib/browser/keyboard';
import { hrefs } from '@/lib/routes';
import { useUser } from '@/lib/session';
import { TableScope } from '@/table/table-scope';
import { useRelations } from '@/table/use-relations';
import { RecordFields } from '../fields/record-fields';
import { DiscardDialog } from '../form/discard-dialog';
import { useRecordForm } from '../form/use-record-form';
import { useRecordSave } from '../form/use-record-save';
import { useFocusInvalidField } from '../use-focus-invalid-field';

export interface NewRelatedRecordDialogProps {
  table: Table;
  /** What is entered already: what makes it refer to the record. */
  start: EnteredFields;
  onClose: () => void;
  onAdded: () => void;
}

/** The form for a new row of a related table, over the record that it will refer to. */
export function NewRelatedRecordDialog(props: NewRelatedRecordDialogProps) {
  return (
    <TableScope table={props.table}>
      <NewRelatedForm {...props} />
    </TableScope>
  );
}

function NewRelatedForm({ table, start, onClose, onAdded }: NewRelatedRecordDialogProps) {
  const user = useUser();
  const [, navigate] = useLocation();
  const relations = useRelations(table);
  const columns = newRecordColumns(table);
  const formId = useId();
  const noun = rowNoun(table) ?? 'record';
  const id = JSON.stringify([user.id, table.schema, table.name, 'related', start]);
  const form = useRecordForm(id, columns, undefined, start);
  const [asking, setAsking] = useState(false);
  const [added, setAdded] = useState<readonly KeyValue[]>();
  const saving = useRecordSave(form, true, { onKeyChange: setAdded, onQueued: onClose });
  const element = useRef<HTMLFormElement>(null);
  useFocusInvalidField(element, saving);
  const { saveCount } = saving;
  useEffect(() => {
    if (saveCount === null) return;
    const open = added && (() => navigate(hrefs.record(table.schema, table.name, formatRecord(added))));
    toast.done('Added.', open && { label: 'Open', onClick: open });
    onAdded();
    onClose();
  }, [saveCount, added, table, navigate, onAdded, onClose]);

  const discard = () => {
    form.reset();
    onClose();
  };
  const { touched } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void saving.save();
  };
  // Else it would save the record behind this dialog.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!matchesKeys(event, 'mod+enter')) return;
    event.preventDefault();
    void saving.save();
  };
  return (
    <Dialog
      open
      size="md"
      onKeyDown={onKeyDown}
      onOpenChange={(open) => !open && (touched ? setAsking(true) : discard())}
      title={`New ${noun}`}
      footer={
        <>
          <Button onClick={() => (touched ? setAsking(true) : discard())}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} pending={saving.pending}>
            Create
          </Button>
        </>
      }
    >
      {saving.error && <ErrorNotice error={saving.error} />}
      <form ref={element} id={formId} noValidate aria-label={`New ${noun}`} onSubmit={submit}>
        <RecordFields {...{ columns, relations, form, isNew: true }} problems={saving.problems} />
      </form>
      <DiscardDialog
        open={asking}
        heading={`New ${noun}`}
        onKeep={() => setAsking(false)}
        onDiscard={discard}
      />
    </Dialog>
  );
}
