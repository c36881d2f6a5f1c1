import { type FormEvent, useRef, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { toast } from '@/components/overlays/toast';
import { useUser } from '@/lib/auth/session';
import { isPictureAddress } from '@/lib/browser/picture-address';
import { useUpdateUser } from '../../api/account-mutations';
import { AuthError } from '../../form/auth-error';
import { accountMessages } from '../account-messages';
import { AccountSection } from '../account-section';

const messages = accountMessages.profile;

/** Changes the user's name and picture. */
export function ProfileSection() {
  const user = useUser();
  const [name, setName] = useState(user.name);
  const [avatarUrl, setAvatarUrl] = useState(user.avatarUrl);
  const update = useUpdateUser();
  const [isInvalid, setInvalid] = useState(false);
  const avatarInput = useRef<HTMLInputElement>(null);
  const isChanged = name.trim() !== user.name || avatarUrl.trim() !== user.avatarUrl;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isPictureValid = avatarUrl.trim() === '' || isPictureAddress(avatarUrl.trim());
    setInvalid(!isPictureValid);
    if (!isPictureValid) return avatarInput.current?.focus();
    if (update.isPending) return;
    update.mutate(
      { name: name.trim(), avatarUrl: avatarUrl.trim() },
      { onSuccess: () => toast.done(messages.saved) },
    );
  };
  return (
    <AccountSection title={messages.title} hint={messages.hint}>
      <form onSubmit={submit} aria-label={messages.title} noValidate>
        {update.error && <AuthError error={update.error} />}
        <Field label={messages.name}>
          <Input
            name="name"
            autoComplete="name"
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={messages.avatar} help={messages.avatarHelp} error={isInvalid && messages.avatarInvalid}>
          <Input
            ref={avatarInput}
            type="url"
            name="avatar"
            autoComplete="photo"
            placeholder="https://"
            value={avatarUrl}
            onChange={(event) => {
              setAvatarUrl(event.target.value);
              setInvalid(false);
            }}
          />
        </Field>
        <Button type="submit" variant="primary" disabled={!isChanged} pending={update.isPending}>
          {accountMessages.save}
        </Button>
      </form>
    </AccountSection>
  );
}
