import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { ApiError, api } from '@/lib/api';
import type { ParkedAccount, Schema, User, Workspace } from '@/lib/api.gen';
import { sessionMessages } from './session-messages';
import { getStorageId } from './storage-id';

export const sessionKeys = {
  workspace: ['workspace'] as const,
  schema: ['schema'] as const,
  parkedAccounts: ['parked-accounts'] as const,
};

/** The interval at which a visible page checks whether its session still exists, in milliseconds. The server checks with the auth service at the same interval. */
const sessionCheckInterval = 30_000;

/** GET /api/workspace: who is signed in, and what the backend allows. Anyone can call it. */
export function workspaceQuery() {
  return queryOptions({
    queryKey: sessionKeys.workspace,
    queryFn: async ({ signal }) => (await api.get<Workspace>('/api/workspace', { signal })).data,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.user ? sessionCheckInterval : false),
  });
}

/** GET /api/auth/accounts: the other accounts that are signed in in this browser. Anyone can call it. */
export function parkedAccountsQuery() {
  return queryOptions({
    queryKey: sessionKeys.parkedAccounts,
    queryFn: async ({ signal }) => (await api.get<ParkedAccount[]>('/api/auth/accounts', { signal })).data,
    staleTime: 60_000,
  });
}

/** GET /api/schema: the tables and functions that the signed-in role can reach. */
export function schemaQuery() {
  return queryOptions({
    queryKey: sessionKeys.schema,
    queryFn: async ({ signal }) => (await api.get<Schema>('/api/schema', { signal })).data,
    staleTime: 5 * 60_000,
  });
}

/**
 * Throws an ApiError if the server now connects to another backend than `backend`: it was restarted with other settings
 * while the page was open.
 */
export async function checkBackend(client: QueryClient, backend: string): Promise<void> {
  const workspace = await client.query({ ...workspaceQuery(), staleTime: 0, retry: false });
  // Empty while no user is signed in: then the server rejects the requests.
  if (workspace.backend === '' || workspace.backend === backend) return;
  throw new ApiError({
    code: 'backend_changed',
    message: sessionMessages.backendChanged,
    details: '',
    hint: sessionMessages.backendChangedHint,
    status: 0,
    requestId: '',
  });
}

/** The session of a signed-in user, available to every page in the shell. */
export interface Session {
  workspace: Workspace;
  /** The signed-in user. After the session has expired, the last user, until they sign in again. */
  user: User;
  /** The fingerprint of the backend of which this page shows data. */
  backend: string;
  schema: Schema;
}

export const SessionContext = createContext<Session | null>(null);

/** Returns the session. Throws outside of the shell. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession outside of SessionContext');
  return session;
}

/** Returns getStorageId of the session. */
export function useStorageId(): string {
  const { user, workspace } = useSession();
  return getStorageId(user, workspace);
}

/**
 * Whether the current session is that of the page: not after it has ended, and while another user is signed in, or views the
 * workspace as the page's user.
 */
export function useHasPageSession(): boolean {
  const storageId = useStorageId();
  const { data } = useQuery(workspaceQuery());
  return data !== undefined && data.user !== null && getStorageId(data.user, data) === storageId;
}

export const useWorkspace = (): Workspace => useSession().workspace;
export const useUser = (): User => useSession().user;
export const useSchema = (): Schema => useSession().schema;
