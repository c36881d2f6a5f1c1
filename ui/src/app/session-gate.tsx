import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { AccountChangedDialog } from '@/features/auth/account/account-changed-dialog';
import { SignInDialog } from '@/features/auth/sign-in/sign-in-dialog';
import { SignInPage } from '@/features/auth/sign-in/sign-in-page';
import { setExpectedUser } from '@/lib/api';
import type { User, Workspace } from '@/lib/api.gen';
import { SessionContext, schemaQuery, workspaceQuery } from '@/lib/session';
import { Splash, SplashError } from './splash';

/**
 * Shows the pages to who is signed in. Anyone else gets the sign-in page, at
 * the address they asked for, so that they land there. Who was signed in and no
 * longer is (the session ended, another tab signed out) signs in again over
 * the page: what they were doing stays. When another tab signed in as somebody
 * else, this page says so and asks nothing more until it is theirs too.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const workspace = useQuery(workspaceQuery());
  const [lastUser, setLastUser] = useState<User | null>(null);
  const [backend, setBackend] = useState('');
  const user = workspace.data?.user ?? null;
  const another = user !== null && lastUser !== null && user.id !== lastUser.id;
  if (user && !another && user !== lastUser) setLastUser(user);
  // The first one: all that this page shows is from there.
  if (workspace.data?.backend && backend === '') setBackend(workspace.data.backend);

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
  const person = lastUser ?? user;
  if (!person) return <SignInPage workspace={workspace.data} />;
  return (
    <>
      <SchemaGate key={person.id} workspace={workspace.data} user={person} backend={backend}>
        {children}
      </SchemaGate>
      <SignInDialog workspace={workspace.data} user={person} open={user === null} />
      <AccountChangedDialog pageUser={person} sessionUser={another ? user : null} />
    </>
  );
}

interface SchemaGateProps {
  workspace: Workspace;
  user: User;
  backend: string;
  children: ReactNode;
}

function SchemaGate({ workspace, user, backend, children }: SchemaGateProps) {
  const schema = useQuery(schemaQuery());
  // Before any query below asks: those start after the layout.
  useLayoutEffect(() => setExpectedUser(user.id), [user.id]);
  if (schema.isPending) return <Splash />;
  if (!schema.data) {
    return <SplashError error={schema.error} onRetry={() => schema.refetch()} retrying={schema.isFetching} />;
  }
  return (
    <SessionContext value={{ workspace, user, backend, schema: schema.data }}>{children}</SessionContext>
  );
}
