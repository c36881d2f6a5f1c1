// Generated from the Go structs in server/ by `go test ./server -run TypeScript -update`.

export type ActionBody =
  | 'json'
  | 'value'
  | 'text'
  | 'file'
  | 'query'

export type ActionKind =
  | 'database'
  | 'edge'

export type AssuranceLevel =
  | 'aal1'
  | 'aal2'

export type CaptchaProvider =
  | 'turnstile'
  | 'hcaptcha'

export type ErrorCode =
  | 'bad_request'
  | 'filter_required'
  | 'unknown_column'
  | 'no_recursive_list'
  | 'reserved_bucket'
  | 'not_signed_in'
  | 'state_mismatch'
  | 'other_browser'
  | 'link_used'
  | 'link_expired'
  | 'email_change_pending'
  | 'sign_up_confirmed'
  | 'provider_failed'
  | 'mfa_required'
  | 'cross_origin'
  | 'view_as_not_allowed'
  | 'view_as_read_only'
  | 'view_as_impossible'
  | 'row_rejected'
  | 'not_found'
  | 'row_not_found'
  | 'unknown_table'
  | 'account_not_found'
  | 'already_signed_in'
  | 'too_many_accounts'
  | 'unknown_host'
  | 'method_not_allowed'
  | 'duplicate_run'
  | 'too_large'
  | 'upgrade_required'
  | 'too_many_connections'
  | 'too_many_attempts'
  | 'client_closed_request'
  | 'schema_unavailable'
  | 'aggregates_unavailable'
  | 'busy'
  | 'backend_unreachable'
  | 'not_run'
  | 'backend_timeout'
  | 'function_timeout'
  | 'outcome_unknown'
  | 'function_redirected'
  | 'invalid_backend_response'
  | 'token_rejected'
  | 'session_too_large'
  | 'internal'

export type Identity =
  | ''
  | 'always'
  | 'by default'

export type Kind =
  | 'boolean'
  | 'integer'
  | 'numeric'
  | 'float'
  | 'text'
  | 'uuid'
  | 'date'
  | 'time'
  | 'timetz'
  | 'timestamp'
  | 'timestamptz'
  | 'interval'
  | 'json'
  | 'bytea'
  | 'enum'
  | 'range'
  | 'multirange'
  | 'tsvector'
  | 'network'
  | 'composite'
  | 'other'

export type LiveSource =
  | 'changes'
  | 'broadcast'

export type Mode =
  | 'local'
  | 'hosted'

export type OfferScope =
  | 'row'
  | 'selection'
  | 'table'

export type PasswordRequirements =
  | ''
  | 'letters_digits'
  | 'lower_upper_letters_digits'
  | 'lower_upper_letters_digits_symbols'

export type ResultKind =
  | 'auto'
  | 'none'
  | 'rows'
  | 'record'
  | 'value'
  | 'text'
  | 'markdown'
  | 'json'
  | 'file'
  | 'link'
  | 'message'

export type SignOutScope =
  | 'local'
  | 'others'
  | 'global'

export type Source =
  | 'function'
  | 'openapi'
  | 'file'

export type TableKind =
  | 'table'
  | 'partitioned table'
  | 'view'
  | 'materialized view'
  | 'foreign table'

export type VerificationType =
  | 'email'
  | 'recovery'
  | 'invite'
  | 'signup'
  | 'email_change'
  | 'magiclink'

export type ViewAsObstacle =
  | ''
  | 'no_email'
  | 'email_not_confirmed'
  | 'banned'
  | 'sso'

export type ViewAsStatus =
  | 'off'
  | 'not_allowed'
  | 'allowed'
  | 'active'

export type Volatility =
  | 'immutable'
  | 'stable'
  | 'volatile'

export type TagSet = Record<string, boolean>

export type Tags = Record<string, string>

export interface Account {
  email: string
  newEmail: string
  phone: string
  identities: UserIdentity[]
  factors: Factor[]
  claims: Record<string, unknown>
  createdAt: string
  lastSignInAt: string | null
}

export interface Action {
  id: string
  kind: ActionKind
  schema: string
  name: string
  title: string
  label: string
  description: string
  icon: string
  method: string
  body: ActionBody
  accept: string
  inputSchema: unknown
  arguments: ActionArgument[]
  result: ActionResult
  volatility: Volatility
  idempotent: boolean
  offers: ActionOffer[]
  sets: ActionSet[]
  confirm: string | null
  danger: boolean
  hidden: boolean
  touches: TableName[]
  undo: string
  unavailable: string
}

export interface ActionArgument {
  name: string
  title: string
  help: string
  type: string
  base: string
  kind: Kind
  array: boolean
  enum: string[]
  required: boolean
  variadic: boolean
  default: string | null
  preset: string | null
  reference: ColumnName | null
  file: ActionFile | null
  table: TableName | null
  fields: CompositeField[]
}

export interface ActionCondition {
  column: string
  operator: string
  negated: boolean
  values: string[]
}

export interface ActionFile {
  bucket: string
  folder: string
  accept: string
}

export interface ActionFill {
  argument: string
  column: string
}

export interface ActionOffer {
  scope: OfferScope
  schema: string
  table: string
  fills: ActionFill[]
  when: string
  conditions: ActionCondition[]
}

export interface ActionResult {
  kind: ResultKind
  message: string
  type: string
  base: string
  valueKind: Kind
  array: boolean
  set: boolean
  table: TableName | null
  columns: CompositeField[]
}

export interface ActionSet {
  column: string
  value: string
}

export interface AggregateGroup {
  keys: unknown[]
  values: unknown[]
}

export interface Aggregates {
  groups: AggregateGroup[]
  truncated: boolean
}

export interface AnonymousRequest {
  captchaToken?: string
}

export interface ApiErrorBody {
  code: string
  message: string
  details: string
  hint: string
  status: number
  requestId: string
  column?: string
  columns?: string[]
}

export interface AreaHealth {
  ok: boolean
  millis: number
  checked?: string
  message?: string
  optional?: boolean
}

export interface Bucket {
  id: string
  name: string
  title: string
  public: boolean
  fileSizeLimit: number | null
  allowedMimeTypes: string[]
  createdAt: string
}

export interface Captcha {
  provider: CaptchaProvider
  siteKey: string
}

export interface Check {
  name: string
  columns: string[]
  expression: string
  comment: string
}

export interface Column {
  name: string
  title: string
  comment: string
  tags: Tags
  type: string
  base: string
  kind: Kind
  array: boolean
  enum: string[]
  nullable: boolean
  default: string | null
  generated: boolean
  identity: Identity
  large: boolean
  owner?: boolean
  filled?: boolean
  status?: boolean
  tenant?: boolean
  maxLength: number | null
  precision: number | null
  scale: number | null
  privileges: ColumnPrivileges
  transitions?: Record<string, string[]>
  labels?: Record<string, string>
  done?: string[]
}

export interface ColumnName {
  schema: string
  table: string
  column: string
}

export interface ColumnPrivileges {
  select: boolean
  insert: boolean
  update: boolean
}

export interface CompositeField {
  name: string
  type: string
  base: string
  kind: Kind
  array: boolean
  enum: string[]
}

export interface DemoAccount {
  email: string
  password: string
  name: string
  role: string
  about: string
}

export interface Excerpt {
  text: string
  bytes: number
}

export interface Factor {
  id: string
  type: string
  name: string
  status: string
  createdAt: string
}

export interface FactorCodeRequest {
  code: string
  factorId?: string
}

export interface FileArchiveRequest {
  paths: string[]
  folders: string[]
  base: string
  all?: boolean
  name: string
}

export interface FileEntry {
  name: string
  path: string
  folder: boolean
  size: number
  mimeType: string
  etag: string
  createdAt: string | null
  updatedAt: string | null
}

export interface FileInfo {
  path: string
  name: string
  size: number
  mimeType: string
  etag: string
  cacheControl: string
  originalName: string
  metadata: unknown
  ownerId: string | null
  createdAt: string | null
  updatedAt: string | null
}

export interface FileList {
  entries: FileEntry[]
  nextCursor: string | null
  listed: number
  privileges: FilePrivileges
}

export interface FilePrivileges {
  insert: boolean | null
  update: boolean | null
  delete: boolean | null
}

export interface FileRemoveRequest {
  paths: string[]
}

export interface FileRemoveResponse {
  removed: string[]
  failed: string[]
}

export interface FileSignRequest {
  path: string
  expiresIn: number
  download?: string
  public?: boolean
}

export interface FileSignResponse {
  url: string
  expiresAt: string | null
}

export interface FileTransferRequest {
  from: string
  to: string
  toBucket?: string
  replace?: boolean
}

export interface ForeignKey {
  name: string
  columns: string[]
  refSchema: string
  refTable: string
  refColumns: string[]
  onDelete: string
  notEmbeddable?: boolean
}

export interface Health {
  status: string
  areas: Record<string, AreaHealth>
}

export interface Limits {
  maxRows: number
  bodyBytes: number
  uploadBytes: number
}

export interface NewFactor {
  id: string
  secret: string
  uri: string
  qrCode: string
}

export interface NewFactorRequest {
  type: string
  name: string
}

export interface OTPRequest {
  email: string
  next?: string
  captchaToken?: string
}

export interface ParkedAccount {
  userId: string
  email: string
  name: string
  role: string
  avatarUrl: string
}

export interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

export interface PasskeyChallenge {
  challengeId: string
  options: unknown
  expiresIn: number
}

export interface PasskeyResponse {
  challengeId: string
  credential: unknown
}

export interface PasskeySignInRequest {
  captchaToken?: string
}

export interface RecoverRequest {
  email: string
  captchaToken?: string
}

export interface RenamePasskeyRequest {
  name: string
}

export interface ResendRequest {
  email: string
  type: VerificationType
  captchaToken?: string
}

export interface Schema {
  role: string
  source: Source
  schemas: string[]
  tables: Table[]
  actions: Action[]
  warnings: Warning[]
}

export interface SessionRequest {
  access_token: string
  refresh_token: string
  replace?: boolean
}

export interface SignInMethods {
  password: boolean
  signUp: boolean
  emailCode: boolean
  anonymous: boolean
  passkeys: boolean
  providers: string[]
  captcha: Captcha | null
  requireMfa: boolean
  lockMinutes: number
  passwordMinLength: number
  passwordRequiredCharacters: PasswordRequirements
}

export interface SignInRequest {
  email: string
  password: string
  captchaToken?: string
}

export interface SignInResponse {
  user: User | null
}

export interface SignOutRequest {
  scope?: SignOutScope
}

export interface SwitchRequest {
  userId: string
}

export interface Table {
  schema: string
  name: string
  kind: TableKind
  title: string
  comment: string
  tags: Tags
  columns: Column[]
  primaryKey: string[]
  rowsOf?: TableName | null
  uniqueKeys: string[][]
  foreignKeys: ForeignKey[]
  checks: Check[]
  estimatedRows: number | null
  live: LiveSource | null
  rowSecurity: boolean
  privileges: TablePrivileges
  secondFactor: TablePrivileges
}

export interface TableName {
  schema: string
  table: string
}

export interface TablePrivileges {
  select: boolean
  insert: boolean
  update: boolean
  delete: boolean
}

export interface UngrantedTables {
  names: string[]
  grants: string
}

export interface UpdateUserRequest {
  name?: string | null
  avatarUrl?: string | null
  email?: string
  password?: string
  currentPassword?: string
  nonce?: string
}

export interface UpdateUserResponse {
  user: User
  emailConfirmationSent: boolean
}

export interface User {
  id: string
  email: string
  name: string
  role: string
  avatarUrl: string
  isAnonymous: boolean
  aal: AssuranceLevel
  nextAal: AssuranceLevel
  signInMethod: string
}

export interface UserIdentity {
  id: string
  provider: string
  email: string
  lastSignInAt: string | null
}

export interface VerifyRequest {
  type: VerificationType
  email?: string
  token?: string
  token_hash?: string
  replace?: boolean
}

export interface ViewAs {
  status: ViewAsStatus
  byId: string
  byName: string
  endsAt: number
}

export interface ViewAsRequest {
  userId: string
}

export interface ViewAsUser {
  id: string
  email: string
  name: string
  obstacle: ViewAsObstacle
}

export interface ViewAsUsers {
  users: ViewAsUser[]
  hasMore: boolean
}

export interface Warning {
  object: string
  tag: string
  message: string
}

export interface Workspace {
  name: string
  version: string
  commit: string
  mode: Mode
  backend: string
  signIn: SignInMethods
  limits: Limits
  demoAccounts: DemoAccount[]
  user: User | null
  mailboxUrl: string
  viewAs: ViewAs
}
