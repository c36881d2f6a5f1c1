import type { Action, Bucket, Column, FileEntry, Kind, Schema, Table, User, Workspace } from '@/lib/api.gen';
import type { Session } from '@/lib/auth/session';

export const staffUser: User = {
  id: 'u-1',
  email: 'staff@harbour.test',
  name: 'Signe Østergaard',
  role: 'staff',
  avatarUrl: '',
  isAnonymous: false,
  aal: 'aal1',
  nextAal: 'aal1',
  signInMethod: 'password',
};

export const workspace: Workspace = {
  name: 'Harbour Roasters',
  version: '1.2.3',
  commit: 'abc',
  mode: 'local',
  backend: 'harbour',
  signIn: {
    password: true,
    signUp: true,
    emailCode: true,
    anonymous: false,
    passkeys: false,
    providers: [],
    captcha: null,
    requireMfa: false,
    lockMinutes: 0,
    passwordMinLength: 6,
    passwordRequiredCharacters: '',
  },
  limits: { maxRows: 1000, bodyBytes: 8 * 1024 * 1024, uploadBytes: 50 * 1024 * 1024 },
  demoAccounts: [],
  user: staffUser,
  mailboxUrl: '',
  viewAs: { status: 'off', byId: '', byName: '', endsAt: 0 },
};

export function makeBaseTable(name: string, over: Partial<Table> = {}): Table {
  return {
    schema: 'public',
    name,
    kind: 'table',
    title: name,
    comment: '',
    tags: {},
    columns: [],
    primaryKey: ['id'],
    uniqueKeys: [],
    foreignKeys: [],
    checks: [],
    estimatedRows: null,
    live: null,
    rowSecurity: true,
    privileges: { select: true, insert: true, update: true, delete: true },
    secondFactor: { select: false, insert: false, update: false, delete: false },
    ...over,
  };
}

export function makeSchema(tables: Table[], schemas = ['public']): Schema {
  return { role: 'staff', source: 'function', schemas, tables, actions: [], warnings: [] };
}

export const session: Session = {
  workspace,
  user: staffUser,
  backend: workspace.backend,
  schema: makeSchema([makeBaseTable('orders')]),
};

export function makeBucket(id: string, over: Partial<Bucket> = {}): Bucket {
  return {
    id,
    name: id,
    title: id,
    public: false,
    fileSizeLimit: null,
    allowedMimeTypes: [],
    createdAt: '2026-01-01T00:00:00Z',
    ...over,
  };
}

export function makeFileEntry(path: string, over: Partial<FileEntry> = {}): FileEntry {
  return {
    name: path.split('/').pop() ?? path,
    path,
    folder: false,
    size: 1234,
    mimeType: 'text/plain',
    etag: '"e"',
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    ...over,
  };
}

/** Returns a nullable column on which the caller has all privileges, with the changes. */
export function makeColumn(name: string, kind: Kind, changes: Partial<Column> = {}): Column {
  return {
    name,
    title: name,
    comment: '',
    tags: {},
    type: kind,
    base: kind,
    kind,
    array: false,
    enum: [],
    nullable: true,
    default: null,
    generated: false,
    large: false,
    identity: '',
    maxLength: null,
    precision: null,
    scale: null,
    privileges: { select: true, insert: true, update: true },
    ...changes,
  };
}

/** Returns a database function without arguments that is an action, with the changes. */
export function makeAction(name: string, changes: Partial<Action> = {}): Action {
  return {
    ...{ id: `public.${name}`, kind: 'database', schema: 'public', name, title: name, label: name },
    ...{ description: '', icon: '', method: 'POST', body: 'json', accept: '', inputSchema: null },
    ...{ arguments: [], volatility: 'volatile', idempotent: false, offers: [], sets: [], confirm: null },
    ...{ danger: false, hidden: false, touches: [], undo: '', unavailable: '' },
    result: {
      ...{ kind: 'none', message: '', type: 'void', base: 'void', valueKind: 'other', array: false },
      ...{ set: false, table: null, columns: [] },
    },
    ...changes,
  };
}
