import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SignInDialog } from '@/features/auth/components/sign-in-dialog';
import { SignInPage } from '@/features/auth/components/sign-in-page';
import type { User, Workspace } from '@/lib/api.gen';
import { SessionContext, schemaQuery, workspaceQuery } from '@/lib/session';
import { Splash, SplashError } from './splash';

/**
 * Shows the pages to who is signed in. Anyone else gets the sign-in page, at
 * the address they asked for, so that they land there. Who was signed in and no
 * longer is (the session ended, another tab signed out) signs in again over
 * the page: what they were doing stays.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const workspace = useQuery(workspaceQuery());
  const [lastUser, setLastUser] = useState<User | null>(null);
  const user = workspace.data?.user ?? null;
  if (user && user !== lastUser) setLastUser(user);

  if (workspace.isPending) return <Splash />;
  if (!workspace.data) {
    return (
      <SplashError
        error={workspace.error}
        onRetry={() => workspace.refetch()}
        retrying={workspace.isFetching}
      />
    );
  }
  const person = user ?? lastUser;
  if (!person) return <SignInPage workspace={workspace.data} />;
  return (
    <>
      <SchemaGate key={person.id} workspace={workspace.data} user={person}>
        {children}
      </SchemaGate>
      <SignInDialog workspace={workspace.data} user={person} open={user === null} />
    </>
  );
}

interface SchemaGateProps {
  workspace: Workspace;
  user: User;
  children: ReactNode;
}

function SchemaGate({ workspace, user, children }: SchemaGateProps) {
  const schema = useQuery(schemaQuery());
  if (schema.isPending) return <Splash />;
  if (!schema.data) {
    return <SplashError error={schema.error} onRetry={() => schema.refetch()} retrying={schema.isFetching} />;
  }
  return <SessionContext value={{ workspace, user, schema: schema.data }}>{children}</SessionContext>;
}
