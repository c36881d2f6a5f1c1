import { useEffect } from 'react';
import { Button } from '@/components/controls/button';
import type { User, Workspace } from '@/lib/api.gen';
import { AuthHeader, AuthLayout } from '../layout/auth-layout';
import { SignInForm } from '../sign-in-form';
import { signInMessages } from '../sign-in-messages';

const messages = signInMessages.addAccount;

/** Signs in to another account, while the current one stays signed in. */
export function AddAccountPage({ workspace, user }: { workspace: Workspace; user: User }) {
  const demoAccounts = workspace.demoAccounts.filter(({ email }) => email !== user.email);
  useEffect(() => {
    document.title = messages.title;
  }, []);
  return (
    <AuthLayout footer={signInMessages.productVersion(workspace.version)}>
      <AuthHeader title={messages.title}>{messages.hint(<b dir="auto">{user.name}</b>)}</AuthHeader>
      <SignInForm workspace={{ ...workspace, demoAccounts }} isAdding />
      <Button size="lg" variant="ghost" onClick={() => window.location.assign('/')}>
        {messages.cancel}
      </Button>
    </AuthLayout>
  );
}
