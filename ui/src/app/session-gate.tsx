import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { SignInPage } from '@/features/auth/sign-in/sign-in-page';
import { setExpectedUser } from '@/lib/api';
import type { User, Workspace } from '@/lib/api.gen';
import { SessionContext, schemaQuery, workspaceQuery } from '@/lib/session';
import { preloadPage } from './load-code';
import { Splash, SplashError } from './splash';

// Bundled with the signed-in app, so that the dialogs also open without a network.
const SessionDialogs = lazy(async () => ({ default: (await import('./session-dialogs')).SessionDialogs }));

/**
 * Shows the pages to a signed-in user, and the sign-in page at the same address to others. If the session ends while
 * a page is open, the user signs in again in a dialog above the page, which keeps its state. If another tab signs in
 * as a different user, a dialog states that and the page sends no more requests.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const workspace = useQuery(workspaceQuery());
  const [lastUser, setLastUser] = useState<User | null>(null);
  const [backend, setBackend] = useState('');
  const user = workspace.data?.user ?? null;
  const isOtherUser = user !== null && lastUser !== null && user.id !== lastUser.id;
  if (user && !isOtherUser && user !== lastUser) setLastUser(user);
  // Keeps the first backend, because the page shows data of that backend.
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
  const pageUser = lastUser ?? user;
  if (!pageUser) return <SignIn workspace={workspace.data} />;
  return (
    <>
      <SchemaGate key={pageUser.id} workspace={workspace.data} user={pageUser} backend={backend}>
        {children}
      </SchemaGate>
      <Suspense fallback={null}>
        <SessionDialogs workspace={workspace.data} pageUser={pageUser} sessionUser={user} />
      </Suspense>
    </>
  );
}

/** The sign-in page. Loads the code of the requested page at the first key press or click, while the user signs in. */
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

/** Shows the pages once the schema is loaded. */
function SchemaGate({ workspace, user, backend, children }: SchemaGateProps) {
  const schema = useQuery(schemaQuery());
  // In a layout effect, so that it runs before the queries of the pages send requests.
  useLayoutEffect(() => setExpectedUser(user.id), [user.id]);
  if (schema.isPending) return <Splash />;
  if (!schema.data) {
    return <SplashError error={schema.error} onRetry={() => schema.refetch()} retrying={schema.isFetching} />;
  }
  return (
    <SessionContext value={{ workspace, user, backend, schema: schema.data }}>{children}</SessionContext>
  );
}
