import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Checkbox } from '@/components/controls/checkbox';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Field } from '@/components/fields/field';
import { Select } from '@/components/fields/select';
import { Dialog } from '@/components/overlays/dialog';
import type { SavedView, ViewChanges } from '@/data/saved-views/saved-views.utils';
import { viewRolesQuery } from '@/data/saved-views/view-roles';
import { useTable } from '@/table/table-context';
import styles from './share-dialog.module.css';

export interface ShareDialogProps {
  open: boolean;
  view: SavedView;
  onClose: () => void;
  onShare: (changes: ViewChanges) => Promise<void>;
}

/** Who can open a view: only its owner, everyone who can read the table, or some roles. */
export function ShareDialog({ open, view, onClose, onShare }: ShareDialogProps) {
  const formId = useId();
  const share = useMutation({ mutationFn: onShare, onSuccess: onClose });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !share.isPending && onClose()}
      title={
        <>
          Share “<bdi>{view.name}</bdi>”
        </>
      }
      footer={
        <>
          <Button onClick={onClose} disabled={share.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={share.isPending}>
            Save
          </Button>
        </>
      }
    >
      <ShareForm id={formId} view={view} error={share.error} onShare={share.mutate} />
    </Dialog>
  );
}

const noRoles: readonly string[] = [];

type Audience = 'owner' | 'everyone' | 'roles';

interface ShareFormProps {
  id: string;
  view: SavedView;
  error: Error | null;
  onShare: (changes: ViewChanges) => void;
}

function ShareForm({ id, view, error, onShare }: ShareFormProps) {
  const { table } = useTable();
  const { data: known = noRoles, error: unread, refetch } = useQuery(viewRolesQuery());
  const [audience, setAudience] = useState<Audience>(
    !view.shared ? 'owner' : view.roles === null ? 'everyone' : 'roles',
  );
  const [chosen, setChosen] = useState<readonly string[]>(view.roles ?? []);
  const [problem, setProblem] = useState<string>();
  // A role that the database no longer has can still be removed from the view.
  const roles = [...new Set([...known, ...(view.roles ?? [])])];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (audience === 'roles' && chosen.length === 0) return setProblem('Choose at least one role.');
    const shared = audience !== 'owner';
    // A table from before views had roles takes none.
    const some = view.row?.roles === undefined ? {} : { roles: audience === 'roles' ? chosen : null };
    onShare({ shared, ...some });
  };
  const toggle = (role: string, checked: boolean) => {
    setProblem(undefined);
    setChosen((before) => (checked ? [...before, role] : before.filter((other) => other !== role)));
  };
  return (
    <form id={id} onSubmit={submit} className={styles.form}>
      <Field label="Who can open it" help={audience === 'owner' ? undefined : 'Only you can change it.'}>
        <Select
          value={audience}
          onValueChange={(next) => setAudience(next as Audience)}
          options={[
            { value: 'owner', label: 'Only you' },
            { value: 'everyone', label: `Everyone who can read ${table.title}` },
            ...(roles.length > 0 ? [{ value: 'roles', label: 'Users with one of these roles' }] : []),
          ]}
        />
      </Field>
      {audience === 'roles' && (
        <fieldset className={styles.roles} aria-describedby={problem && `${id}-problem`}>
          <legend>Roles</legend>
          {roles.map((role) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox in it is a button with its name
            <label key={role} className={styles.role}>
              <Checkbox
                aria-label={role}
                checked={chosen.includes(role)}
                onCheckedChange={(checked) => toggle(role, checked === true)}
              />
              <span dir="auto">{role}</span>
            </label>
          ))}
          {problem && (
            <p id={`${id}-problem`} className={styles.problem} role="alert">
              {problem}
            </p>
          )}
        </fieldset>
      )}
      {unread && (
        <ErrorNotice error={unread} title="The roles couldn’t be loaded." onRetry={() => void refetch()} />
      )}
      {error && <ErrorNotice error={error} />}
    </form>
  );
}
