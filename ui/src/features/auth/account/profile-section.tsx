import { type FormEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { toast } from '@/components/overlays/toast';
import { useUser } from '@/lib/session';
import { useUpdateUser } from '../api/account-mutations';
import { accountMessages } from './account-messages';
import { AccountSection } from './account-section';

const messages = accountMessages.profile;

/** Changes the user's name and picture. */
export function ProfileSection() {
  const user = useUser();
  const [name, setName] = useState(user.name);
  const [avatarUrl, setAvatarUrl] = useState(user.avatarUrl);
  const update = useUpdateUser();
  const isChanged = name.trim() !== user.name || avatarUrl.trim() !== user.avatarUrl;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    update.mutate(
      { name: name.trim(), avatarUrl: avatarUrl.trim() },
      { onSuccess: () => toast.done(messages.saved) },
    );
  };
  return (
    <AccountSection title={messages.title} hint={messages.hint}>
      <form onSubmit={submit} aria-label={messages.title}>
        {update.error && <ErrorNotice error={update.error} />}
        <Field label={messages.name}>
          <Input
            name="name"
            autoComplete="name"
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={messages.avatar} help={messages.avatarHelp}>
          <Input
            type="url"
            name="avatar"
            autoComplete="photo"
            placeholder="https://"
            pattern="https://.*"
            value={avatarUrl}
            onChange={(event) => setAvatarUrl(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" disabled={!isChanged} pending={update.isPending}>
          {accountMessages.save}
        </Button>
      </form>
    </AccountSection>
  );
}
