import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { SignInPage } from '@/features/auth/sign-in/sign-in-page';
import { setExpectedUser } from '@/lib/api';
import type { User, Workspace } from '@/lib/api.gen';
import { SessionContext, schemaQuery, workspaceQuery } from '@/lib/session';
import { preloadPage } from './load-code';
import { Splash, SplashError } from './splash';

// In the same file as the signed-in app, so that the dialogs open without a network too.
const SessionDialogs = lazy(async () => ({ default: (await import('./session-dialogs')).SessionDialogs }));

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
  if (!person) return <SignIn workspace={workspace.data} />;
  return (
    <>
      <SchemaGate key={person.id} workspace={workspace.data} user={person} backend={backend}>
        {children}
      </SchemaGate>
      <Suspense fallback={null}>
        <SessionDialogs workspace={workspace.data} pageUser={person} sessionUser={user} />
      </Suspense>
    </>
  );
}

/** The sign-in page. Loads the page behind it from the first key or click on, while the user signs in. */
function SignIn({ workspace }: { workspace: Workspace }) {
  useEffect(() => {
    const events = ['keydown', 'pointerdown'] as const;
    const preload = () => {
      for (const event of events) window.removeEventListener(event, preload);
      preloadPage(window.location.pathname);
    };
    for (const event of events) window.addEventListener(event, preload);
    return () => {
      for (const event of events) window.removeEventListener(event, preload);
    };
  }, []);
  return <SignInPage workspace={workspace} />;
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
