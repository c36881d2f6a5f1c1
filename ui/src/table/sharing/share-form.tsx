import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Checkbox } from '@/components/controls/checkbox';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Field } from '@/components/fields/field';
import { Select } from '@/components/fields/select';
import type { SavedView, ViewChanges } from '@/data/saved-views/saved-views.utils';
import { viewRolesQuery } from '@/data/saved-views/view-roles';
import styles from './share-form.module.css';
import { sharingMessages as messages } from './sharing-messages';

const noRoles: readonly string[] = [];

type Audience = 'owner' | 'everyone' | 'roles';

export interface ShareFormProps {
  id: string;
  view: SavedView;
  /** The question: 'Who can open this view'. */
  audienceLabel: string;
  /** The largest audience: 'Everyone who can read Orders'. */
  everyoneLabel: string;
  /** Why the last attempt to save failed. */
  error: Error | null;
  onShare: (changes: ViewChanges) => void;
}

/** Form for a view's audience. Its submit button is outside, in the dialog's footer. */
export function ShareForm({ id, view, audienceLabel, everyoneLabel, error, onShare }: ShareFormProps) {
  const roles = useQuery(viewRolesQuery());
  const [audience, setAudience] = useState<Audience>(() => getAudience(view));
  const [chosenRoles, setChosenRoles] = useState<readonly string[]>(view.roles ?? []);
  const [rolesError, setRolesError] = useState<string>();
  // The view's own roles come along, so that a role that no longer exists can be removed.
  const roleOptions = [...new Set([...(roles.data ?? noRoles), ...(view.roles ?? [])])];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (audience === 'roles' && chosenRoles.length === 0) return setRolesError(messages.noRoleChosen);
    // A table of views that was created by an earlier version has no column for roles.
    const hasRolesColumn = view.row?.roles !== undefined;
    onShare({
      shared: audience !== 'owner',
      ...(hasRolesColumn ? { roles: audience === 'roles' ? chosenRoles : null } : {}),
    });
  };
  return (
    <form id={id} onSubmit={submit} className={styles.form}>
      <Field label={audienceLabel} help={audience === 'owner' ? undefined : messages.audienceHelp}>
        <Select
          value={audience}
          onValueChange={(next) => setAudience(next as Audience)}
          options={[
            { value: 'owner', label: messages.ownerOnly },
            { value: 'everyone', label: everyoneLabel },
            ...(roleOptions.length > 0 ? [{ value: 'roles', label: messages.someRoles }] : []),
          ]}
        />
      </Field>
      {audience === 'roles' && (
        <RolesField
          options={roleOptions}
          value={chosenRoles}
          error={rolesError}
          errorId={`${id}-roles-error`}
          onChange={(next) => {
            setRolesError(undefined);
            setChosenRoles(next);
          }}
        />
      )}
      {roles.error && (
        <ErrorNotice
          error={roles.error}
          title={messages.loadRolesFailed}
          onRetry={() => void roles.refetch()}
        />
      )}
      {error && <ErrorNotice error={error} />}
    </form>
  );
}

function getAudience({ shared, roles }: SavedView): Audience {
  if (!shared) return 'owner';
  return roles === null ? 'everyone' : 'roles';
}

interface RolesFieldProps {
  options: readonly string[];
  value: readonly string[];
  error: string | undefined;
  errorId: string;
  onChange: (roles: readonly string[]) => void;
}

function RolesField({ options, value, error, errorId, onChange }: RolesFieldProps) {
  const toggle = (role: string, checked: boolean) =>
    onChange(checked ? [...value, role] : value.filter((other) => other !== role));
  return (
    <fieldset className={styles.roles} aria-describedby={error && errorId}>
      <legend>{messages.roles}</legend>
      {options.map((role) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
        <label key={role} className={styles.role}>
          <Checkbox
            aria-label={role}
            checked={value.includes(role)}
            onCheckedChange={(checked) => toggle(role, checked === true)}
          />
          <span dir="auto">{role}</span>
        </label>
      ))}
      {error && (
        <p id={errorId} className={styles.problem} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
