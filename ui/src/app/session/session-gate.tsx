import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { preloadCode } from '@/app/start/preload-page';
import { Splash, SplashError } from '@/app/start/splash';
import { SignInPage } from '@/features/auth/sign-in/sign-in-page';
import { setExpectedUser } from '@/lib/api';
import type { User, Workspace } from '@/lib/api.gen';
import { cleanCode } from '@/lib/auth/auth-link';
import { onSecondFactorPrompt } from '@/lib/auth/second-factor-prompt';
import { SessionContext, schemaQuery, workspaceQuery } from '@/lib/auth/session';
import { getStorageId } from '@/lib/auth/storage-id';
import { LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { parseRoute } from '@/lib/routes';
import type { SessionDialogsProps } from './session-dialogs';
import { useIdleLock } from './use-idle-lock';
import { useSecondFactorGate } from './use-second-factor-gate';
import { useSessionEvents } from './use-session-events';

const loadAuthPages = () => import('@/features/auth/links/auth-pages');
const SignInErrorPage = lazy(async () => ({ default: (await loadAuthPages()).SignInErrorPage }));
const SignedInPage = lazy(async () => ({ default: (await loadAuthPages()).SignedInPage }));
const AddAccountPage = lazy(async () => ({ default: (await loadAuthPages()).AddAccountPage }));

const SecondFactorPage = lazy(async () => ({
  default: (await import('@/features/auth/second-factor/second-factor-page')).SecondFactorPage,
}));
const SessionDialogs = lazyComponent<SessionDialogsProps>(
  async () => (await import('./session-dialogs')).SessionDialogs,
);

/**
 * Shows the pages to a signed-in user, and the sign-in page at the same address to others. If the session ends while
 * a page is open, the user signs in again in a dialog above the page, which keeps its state. If another tab signs in
 * as a different user, a dialog states that and the page sends no more requests.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const workspace = useQuery(workspaceQuery());
  const route = parseRoute(usePathname());
  const isLocked = useIdleLock(workspace.data);
  if (route.page === 'signed-in') return <SignedInPage />;
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
  const user = isLocked ? null : workspace.data.user;
  if (route.page === 'sign-in-error') {
    const code = new URLSearchParams(window.location.search).get('code');
    return <SignInErrorPage code={code ? cleanCode(code) : ''} />;
  }
  if (route.page === 'add-account' && user) return <AddAccountPage workspace={workspace.data} user={user} />;
  return (
    <PageUserGate workspace={workspace.data} sessionUser={user}>
      {children}
    </PageUserGate>
  );
}

interface PageUserGateProps {
  workspace: Workspace;
  /** The user of the current session; null if there is none, or the page is locked. */
  sessionUser: User | null;
  children: ReactNode;
}

/** The user to whom a page belongs, and whether another user views the workspace as them. */
interface PageOwner {
  user: User;
  viewAs: Workspace['viewAs'];
}

/** Keeps the user and the backend to which the page belongs, also after the session has ended. */
function PageUserGate({ workspace, sessionUser, children }: PageUserGateProps) {
  const [owner, setOwner] = useState<PageOwner | null>(null);
  const [backend, setBackend] = useState('');
  const { viewAs } = workspace;
  // A session in which the user is viewed by another one is not theirs.
  const isOtherUser =
    sessionUser !== null &&
    owner !== null &&
    getStorageId(sessionUser, { viewAs }) !== getStorageId(owner.user, owner);
  if (sessionUser && !isOtherUser && (sessionUser !== owner?.user || viewAs !== owner.viewAs))
    setOwner({ user: sessionUser, viewAs });
  // Keeps the first backend, because the page shows data of that backend.
  if (workspace.backend && backend === '') setBackend(workspace.backend);
  const pageUser = owner?.user ?? sessionUser;
  const pageViewAs = owner?.viewAs ?? viewAs;
  const pageWorkspace = useMemo(
    () => (workspace.viewAs === pageViewAs ? workspace : { ...workspace, viewAs: pageViewAs }),
    [workspace, pageViewAs],
  );
  const secondFactor = useSecondFactorGate(workspace, isOtherUser ? null : sessionUser);
  const [isPromptRequested, setPromptRequested] = useState(false);
  useEffect(() => onSecondFactorPrompt(() => setPromptRequested(true)), []);
  useSessionEvents(pageUser, sessionUser);
  if (!pageUser) return <SignIn workspace={workspace} />;
  if (secondFactor.page) {
    return (
      <Suspense fallback={<Splash />}>
        <SecondFactorPage {...secondFactor.page} />
      </Suspense>
    );
  }
  return (
    <>
      <SchemaGate key={pageUser.id} workspace={pageWorkspace} user={pageUser} backend={backend}>
        {children}
      </SchemaGate>
      <LazyDialog
        open={sessionUser === null || isOtherUser || secondFactor.isDialogOpen || isPromptRequested}
      >
        <SessionDialogs
          {...{ workspace, pageUser, pageViewAs, sessionUser, isOtherUser }}
          mustEnrol={secondFactor.mustEnrol}
          isSecondFactorOpen={secondFactor.isDialogOpen}
          isPromptRequested={isPromptRequested}
          onPromptClose={() => setPromptRequested(false)}
        />
      </LazyDialog>
    </>
  );
}

/** The sign-in page. Loads the code of the requested page at the first key press or click, while the user signs in. */
function SignIn({ workspace }: { workspace: Workspace }) {
  useEffect(() => {
    const events = ['keydown', 'pointerdown'] as const;
    const preload = () => {
      for (const event of events) window.removeEventListener(event, preload);
      preloadCode(window.location).catch(() => undefined); // The page loads it again and shows the error.
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
  const { data } = schema;
  // The whole app reads the session: a new object would render it again.
  const session = useMemo(
    () => data && { workspace, user, backend, schema: data },
    [workspace, user, backend, data],
  );
  if (schema.isPending) return <Splash />;
  if (!session) {
    return <SplashError error={schema.error} onRetry={() => schema.refetch()} retrying={schema.isFetching} />;
  }
  return <SessionContext value={session}>{children}</SessionContext>;
}
