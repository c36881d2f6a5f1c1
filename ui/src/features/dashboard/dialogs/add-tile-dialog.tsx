import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Combobox } from '@/components/fields/combobox/combobox';
import { Field } from '@/components/fields/field';
import { Select } from '@/components/fields/select';
import { Dialog } from '@/components/overlays/dialog';
import { listVisibleActions } from '@/data/actions/offers/offers';
import type { Tile } from '@/data/dashboards/tile';
import { useSchema } from '@/lib/auth/session';
import { dashboardMessages } from '../dashboard-messages';
import styles from './dialogs.module.css';
import { TableTileFields } from './table-tile-fields';
import { createActionTile, type TileKind, tileKinds } from './tile-draft';

const messages = dashboardMessages.addDialog;

export interface AddTileDialogProps {
  open: boolean;
  onClose: () => void;
  onAdd: (tile: Tile) => void;
}

/** Asks what a new tile shows. */
export function AddTileDialog({ open, onClose, onAdd }: AddTileDialogProps) {
  const formId = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={messages.title}
      footer={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button type="submit" form={formId} variant="primary">
            {messages.add}
          </Button>
        </>
      }
    >
      <AddTileForm
        id={formId}
        onAdd={(tile) => {
          onAdd(tile);
          onClose();
        }}
      />
    </Dialog>
  );
}

function AddTileForm({ id, onAdd }: { id: string; onAdd: (tile: Tile) => void }) {
  const schema = useSchema();
  const [kind, setKind] = useState<TileKind>('chart');
  const [tableId, setTableId] = useState<string | null>(null);
  const [rowsTile, setRowsTile] = useState<Tile>();
  const [action, setAction] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const actions = listVisibleActions(schema).filter(({ unavailable }) => unavailable === '');
  const kinds = tileKinds.filter((each) => each !== 'action' || actions.length > 0);
  const tables = schema.tables
    .filter(({ privileges, tags }) => privileges.select && !('hidden' in tags))
    .toSorted((a, b) => a.title.localeCompare(b.title));
  const toId = ({ schema: owner, name }: { schema: string; name: string }) => JSON.stringify([owner, name]);
  const table = tables.find((each) => toId(each) === tableId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const tile = kind === 'action' ? action && createActionTile(action) : table && rowsTile;
    if (tile) onAdd(tile);
    else setChecked(true);
  };
  return (
    <form id={id} onSubmit={submit} className={styles.form}>
      <Field label={messages.kind}>
        <Select
          value={kind}
          onValueChange={(next) => setKind(next as TileKind)}
          options={kinds.map((each) => ({ value: each, label: messages.kinds[each] }))}
        />
      </Field>
      {kind === 'action' ? (
        <Field label={messages.action} error={isChecked && action === null && messages.actionMissing}>
          <Combobox
            value={action}
            options={actions.map((each) => ({ value: each.id, label: each.title }))}
            placeholder={messages.chooseAction}
            onValueChange={setAction}
          />
        </Field>
      ) : (
        <>
          <Field label={messages.table} error={isChecked && !table && messages.tableMissing}>
            <Combobox
              value={tableId}
              options={tables.map((each) => ({ value: toId(each), label: each.title }))}
              placeholder={messages.chooseTable}
              onValueChange={setTableId}
            />
          </Field>
          {table && (
            <TableTileFields key={`${tableId} ${kind}`} {...{ table, kind }} onChange={setRowsTile} />
          )}
        </>
      )}
    </form>
  );
}
