import { useEffect } from 'react';
import type { Workspace } from '@/lib/api.gen';
import { AuthHeader, AuthLayout } from './layout/auth-layout';
import { SignInForm } from './sign-in-form';
import { signInMessages as messages } from './sign-in-messages';

/** Asks for sign-in in place of any page. The URL does not change, so the requested page opens afterwards. */
export function SignInPage({ workspace }: { workspace: Workspace }) {
  useEffect(() => {
    document.title = messages.documentTitle(workspace.name);
  }, [workspace.name]);
  const isDemo = workspace.demoAccounts.length > 0;
  return (
    <AuthLayout footer={messages.productVersion(workspace.version)}>
      <AuthHeader title={workspace.name}>
        {isDemo ? messages.demoIntroduction : messages.introduction}
      </AuthHeader>
      <SignInForm workspace={workspace} />
    </AuthLayout>
  );
}
