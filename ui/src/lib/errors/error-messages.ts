import { formatPlural } from '@/lib/text/format';

type Text = readonly [sentence: string, nextStep: string];

const tryAgain = 'Try again in a moment.';
const tryAgainOrReport = 'Try again in a moment. If the problem continues, contact your admin.';
const contactAdmin = 'Contact your admin.';
const requestAccess = 'Ask your admin for access.';
const sendDetails = 'Send these details to your admin.';
const reload = 'Reload the page. The tables may have changed since you opened it.';
const signInAgain = 'Sign in again. Your changes are not lost.';
const sessionExpired = 'Your session has expired.';
const hookFailed = 'A custom check of this workspace failed.';

/** Errors of the database, by SQLSTATE. */
const databaseTexts: Record<string, Text> = {
  '21000': ['The database expected one value, but found several rows.', sendDetails],
  '22001': ['A text is too long for its column.', 'Shorten it.'],
  '22003': ['A number is too large or too small for its column.', 'Enter a number in the column’s range.'],
  '22007': ['A date or time has the wrong format.', 'Enter it like 2026-11-20 or 14:30.'],
  '22008': ['A date or time doesn’t exist.', 'Check the day and the month.'],
  '22012': ['The database tried to divide by zero.', sendDetails],
  '22P02': ['A value doesn’t match the type of its column.', 'Check its format.'],
  '23001': ['Other rows still refer to this row.', 'Change or delete those rows first.'],
  '23502': ['A required value is missing.', 'Enter it.'],
  '23503': [
    'A referenced row doesn’t exist, or other rows still refer to this row.',
    'Choose a row that exists.',
  ],
  '23505': ['A row with these values already exists.', 'Change the values, or use that row.'],
  '23514': ['A value breaks a rule of this table.', 'Change it to meet the rule.'],
  '23P01': ['This overlaps with another row.', 'Change it so that they don’t overlap.'],
  '25006': ['The database is read-only at the moment.', contactAdmin],
  '40001': ['Another user changed the same data at the same time.', 'Nothing was saved. Try again.'],
  '40P01': ['Two changes blocked each other.', 'Nothing was saved. Try again.'],
  '42501': ['You don’t have permission to do this.', requestAccess],
  '42703': ['A column no longer exists.', reload],
  '42883': ['A database function is missing.', sendDetails],
  '428C9': ['The database sets this column.', 'Leave it empty.'],
  '42P01': ['This table no longer exists.', reload],
  '42P17': ['The policies of this table refer to each other in a loop.', sendDetails],
  '53300': ['The database has too many connections.', tryAgain],
  '55P03': ['Another user is changing this row.', tryAgain],
  '57014': [
    'This took too long and was canceled.',
    'Try again, or filter by a column that has an index, such as the key.',
  ],
};

/** Errors of the database, by the class of the SQLSTATE (its first two characters). */
const sqlStateClassTexts: Record<string, Text> = {
  '08': ['Couldn’t connect to the database.', tryAgain],
  '22': ['A value doesn’t match its column.', 'Check its format.'],
  '23': ['A rule of this table rejected the change.', 'Check the values.'],
  '28': ['The database rejected the connection of this workspace.', sendDetails],
  '40': ['Other changes interfered.', 'Nothing was saved. Try again.'],
  '42': ['The database couldn’t process the request.', reload],
  '53': ['The database is out of disk space or memory.', tryAgainOrReport],
  '54': ['The request exceeds a limit of the database.', 'Try fewer rows or a shorter filter.'],
  '55': ['The database can’t do this at the moment.', tryAgain],
  '57': ['The database canceled the request.', tryAgain],
  XX: ['The database had an internal error.', sendDetails],
};

/** Errors of PostgREST. */
const postgrestTexts: Record<string, Text> = {
  PGRST000: ['Couldn’t connect to the database.', tryAgain],
  PGRST001: ['Couldn’t connect to the database.', tryAgain],
  PGRST002: ['The database is starting.', tryAgain],
  PGRST003: ['The database is busy.', tryAgain],
  PGRST100: ['A filter or the sort order is invalid.', 'Remove it and add it again.'],
  PGRST101: ['This function can’t be called like this.', sendDetails],
  PGRST102: ['The server couldn’t read the request.', sendDetails],
  PGRST103: ['There are fewer rows than expected.', 'Go to the first row. Rows may have been deleted.'],
  PGRST106: ['This workspace has no access to the database schema.', contactAdmin],
  PGRST107: ['The rows are not available in this format.', 'Choose another format.'],
  PGRST116: ['Expected one row, but found none or several.', reload],
  PGRST122: ['This backend doesn’t support the request.', sendDetails],
  PGRST123: ['This backend doesn’t compute sums.', 'Its owner can enable aggregates.'],
  PGRST124: ['This would change more rows than selected.', 'Nothing was changed. Check the rows.'],
  PGRST200: ['These tables are no longer related.', reload],
  PGRST201: ['These tables are related in more than one way.', sendDetails],
  PGRST202: ['This function doesn’t exist, or has other parameters.', reload],
  PGRST203: ['Several functions have this name.', sendDetails],
  PGRST204: ['A column no longer exists.', reload],
  PGRST205: ['This table no longer exists.', reload],
  PGRST301: [sessionExpired, signInAgain],
  PGRST302: ['Sign in to continue.', ''],
  PGRST303: [sessionExpired, signInAgain],
};

/** Errors of Supabase Auth. */
const authTexts: Record<string, Text> = {
  anonymous_provider_disabled: ['You can’t continue as a guest here.', 'Choose another way to sign in.'],
  bad_code_verifier: ['This link was requested in another browser.', 'Open it there, or request a new one.'],
  bad_json: ['The server couldn’t read the request.', sendDetails],
  bad_jwt: [sessionExpired, signInAgain],
  captcha_failed: ['The security check failed.', 'Complete it again, then try again.'],
  current_password_invalid: ['This isn’t your current password.', 'Enter the password you sign in with.'],
  current_password_required: [
    'A new password requires your current one.',
    'Enter the password you sign in with.',
  ],
  email_address_invalid: ['This email address doesn’t work.', 'Check the address.'],
  email_address_not_authorized: ['This workspace can’t send messages to this address.', contactAdmin],
  email_conflict_identity_not_deletable: [
    'This sign-in method can’t be removed, because another account has the same email.',
    'Change your email first.',
  ],
  email_exists: ['An account with this email already exists.', 'Use another email.'],
  email_not_confirmed: ['Your email is not confirmed yet.', 'Open the link in the message that we sent you.'],
  email_provider_disabled: ['You can’t sign in with email here.', 'Choose another way to sign in.'],
  feature_disabled: ['This feature is turned off in this workspace.', contactAdmin],
  flow_state_expired: ['This link has expired.', 'Request a new one.'],
  flow_state_not_found: ['This link has expired or was already used.', 'Request a new one.'],
  hook_payload_invalid_content_type: [hookFailed, sendDetails],
  hook_payload_over_size_limit: [hookFailed, sendDetails],
  hook_timeout: [hookFailed, tryAgainOrReport],
  hook_timeout_after_retry: [hookFailed, tryAgainOrReport],
  identity_already_exists: [
    'This account of the provider belongs to another user.',
    'Sign in with it, or choose another one.',
  ],
  identity_not_found: ['This sign-in method no longer exists.', 'Reload the page.'],
  insufficient_aal: ['This requires your second factor.', 'Enter a code from your authenticator app.'],
  invalid_credentials: ['The email or the password is wrong.', ''],
  invite_not_found: ['This invitation has expired or was already used.', 'Ask your admin for a new one.'],
  manual_linking_disabled: ['This workspace doesn’t let you connect providers.', contactAdmin],
  mfa_challenge_expired: ['This code has expired.', 'Enter the current code.'],
  mfa_factor_name_conflict: ['You already have a second factor with this name.', 'Choose another name.'],
  mfa_factor_not_found: ['This second factor no longer exists.', 'Reload the page.'],
  mfa_ip_address_mismatch: ['Your network changed during the sign-in.', 'Try again.'],
  mfa_totp_enroll_not_enabled: ['This workspace doesn’t allow new authenticator apps.', contactAdmin],
  mfa_totp_verify_not_enabled: ['This workspace doesn’t accept codes of authenticator apps.', contactAdmin],
  mfa_verification_failed: [
    'This code is wrong.',
    'Enter the current code. Check that your phone’s clock is right.',
  ],
  mfa_verification_rejected: ['The code was rejected.', 'Try again.'],
  mfa_verified_factor_exists: ['Your account already has a second factor.', 'Sign in with it first.'],
  no_authorization: ['Sign in to continue.', ''],
  otp_disabled: ['There is no account with this email.', 'Ask your admin for an account.'],
  otp_expired: ['This code or link is wrong or has expired.', 'Request a new one.'],
  over_email_send_rate_limit: ['Too many messages were sent.', 'Wait a few minutes, then try again.'],
  over_request_rate_limit: ['Too many attempts.', 'Wait a minute, then try again.'],
  provider_disabled: ['This way to sign in is not available.', 'Choose another one.'],
  reauth_nonce_missing: ['Confirm that it’s you.', 'Enter the code that we email you.'],
  reauthentication_needed: ['Confirm that it’s you.', 'Enter the code that we email you.'],
  reauthentication_not_valid: ['This code is wrong or has expired.', 'Request a new one.'],
  refresh_token_already_used: [sessionExpired, signInAgain],
  refresh_token_not_found: [sessionExpired, signInAgain],
  same_password: ['This is your current password.', 'Choose another one.'],
  session_expired: [sessionExpired, signInAgain],
  session_not_found: ['You were signed out in another place.', signInAgain],
  signup_disabled: ['You can’t create an account here.', 'Ask your admin for an account.'],
  single_identity_not_deletable: [
    'This is your only sign-in method.',
    'Add another one before you remove it.',
  ],
  too_many_enrolled_mfa_factors: ['You have the maximum number of second factors.', 'Remove one first.'],
  user_already_exists: ['An account with this email already exists.', 'Sign in instead.'],
  user_banned: ['This account is suspended.', contactAdmin],
  user_not_found: ['This account no longer exists.', contactAdmin],
  user_sso_managed: ['Your organization manages this account.', contactAdmin],
  validation_failed: ['Some of your input is invalid.', 'Check the email and the password.'],
  passkey_disabled: ['This workspace has no passkeys.', 'Choose another way to sign in.'],
  too_many_passkeys: ['Your account has the maximum number of passkeys.', 'Delete one that you don’t use.'],
  webauthn_challenge_expired: ['The request for a passkey has expired.', 'Try again.'],
  webauthn_challenge_not_found: ['The request for a passkey is no longer valid.', 'Try again.'],
  webauthn_credential_exists: ['This passkey is already registered.', 'Choose another device.'],
  webauthn_credential_not_found: [
    'This passkey belongs to no account.',
    'It may have been deleted. Choose another way to sign in.',
  ],
  webauthn_verification_failed: [
    'The passkey wasn’t accepted.',
    'It may have been deleted from the account. Choose another way to sign in.',
  ],
  weak_password: [
    'This password is too easy to guess.',
    'Choose a longer one with letters, digits and symbols.',
  ],
};

/** Errors of Supabase Storage. */
const storageTexts: Record<string, Text> = {
  AccessDenied: ['You don’t have permission to do this with files here.', requestAccess],
  BucketAlreadyExists: ['A bucket with this name already exists.', 'Choose another name.'],
  EntityTooLarge: ['The file is too large for this bucket.', 'Choose a smaller file.'],
  InsufficientStorage: [
    'The server’s disk is full. The file wasn’t saved.',
    'Ask your admin to free some space, then upload the file again.',
  ],
  InvalidBucketName: ['A bucket can’t have this name.', 'Choose another name.'],
  InvalidJWT: [sessionExpired, signInAgain],
  InvalidKey: ['A file can’t have this name.', 'Use letters, digits, spaces and simple punctuation.'],
  InvalidMimeType: ['This bucket doesn’t accept files of this type.', 'Choose a file of another type.'],
  InvalidRange: ['This part of the file doesn’t exist.', 'Reload the file.'],
  KeyAlreadyExists: ['A file with this name already exists.', 'Rename one of the files.'],
  NoSuchBucket: ['Bucket not found, or no access.', 'Reload the page.'],
  NoSuchKey: ['File not found, or no access.', 'Reload the folder.'],
  ResourceAlreadyExists: ['A file with this name already exists.', 'Rename one of the files.'],
  ResourceNotEmpty: ['The bucket still contains files.', 'Delete the files first.'],
};

/** The next steps for Tableside's own codes, if the error has no hint. The server writes the sentences. */
const ownNextSteps: Record<string, string> = {
  address_too_long: '',
  app: 'Reload the page. If the problem continues, contact your admin.',
  invalid_backend_response: sendDetails,
  account_not_found: 'Sign in to this account again.',
  already_signed_in: '',
  api_key_rejected:
    'The owner of this workspace must set a current API key. Your edits will be saved after that.',
  backend_timeout: 'Try again, or filter by a column that has an index, such as the key.',
  backend_unreachable: tryAgain,
  bad_request: '',
  busy: tryAgain,
  captcha_required: '',
  client_closed_request: '',
  clock_skew: 'Try again in a few seconds.',
  conflict: '',
  cross_origin: 'Open this page at its own address.',
  duplicate_run: 'Check the records before you run it again.',
  email_change_pending: '',
  filter_required: '',
  function_redirected: 'Ask the owner of the function to respond without a redirect.',
  function_timeout: 'Check the records before you run it again.',
  internal: tryAgainOrReport,
  invalid: '',
  link_expired: 'Request a new link.',
  link_used: 'Request a new link.',
  method_not_allowed: sendDetails,
  mfa_required: 'Enter a code from your authenticator app.',
  not_found: sendDetails,
  not_run: tryAgain,
  not_signed_in: signInAgain,
  other_browser: 'Open the link in the browser in which you requested it, or request a new one.',
  offline: 'Try again when you are online.',
  outcome_unknown: 'Check the records before you run it again.',
  provider_failed: 'Try again. If the problem continues, contact your admin.',
  project_paused: 'Its owner can resume it in the Supabase dashboard. Your edits will be saved after that.',
  project_restricted:
    'Its owner can see the reason in the Supabase dashboard. Your edits are saved when the restriction ends.',
  no_recursive_list: '',
  reserved_bucket: '',
  row_not_found: 'Reload to see the current rows.',
  row_rejected: 'A policy or a trigger of the database rejected the change. Contact your admin.',
  schema_unavailable: '',
  aggregates_unavailable: '',
  session_too_large: contactAdmin,
  sign_up_confirmed: 'Request a new message to sign in.',
  state_mismatch: 'Start the sign-in again.',
  token_rejected: sendDetails,
  too_many_accounts: 'Sign out of one of them first.',
  too_many_attempts: '',
  too_many_connections: 'Close other tabs of this workspace, then reload.',
  too_large: 'Make it smaller, or send it in parts.',
  unknown_column: reload,
  unknown_host: '',
  unknown_table: reload,
  unreachable: tryAgain,
  upgrade_required: sendDetails,
  view_as_impossible: '',
  view_as_not_allowed: '',
  view_as_read_only: 'End the mode to work with your own account.',
  unreadable: tryAgain,
};

/** The texts of errors. A translation is one more file that satisfies `typeof errorMessages`. */
export const errorMessages = {
  /** Sentences and next steps by the backend's code. */
  byCode: { ...databaseTexts, ...postgrestTexts, ...authTexts, ...storageTexts },
  bySqlStateClass: sqlStateClassTexts,
  ownNextSteps,
  noReason: 'The server rejected the request without giving a reason.',
  retryIn: (seconds: number) => `Try again in ${formatPlural(seconds, 'second')}.`,
  tooManyRequests: 'Wait a minute, then try again.',
  tryAgainOrReport,
  /** The sentences of errors that the page itself creates. */
  offline: 'You are offline.',
  unreachable: 'Couldn’t reach Tableside. It may be restarting, or the network is down.',
  notPopulated: (view: string) => ({
    sentence: `The materialized view “${view}” contains no data yet.`,
    nextStep: `The project’s owner must run: refresh materialized view ${view}`,
  }),
  missingGrant: (statement: string) => ({
    sentence: 'Your role has no grant for this.',
    nextStep: `The project’s owner can run: ${statement}`,
  }),
  requestTooLong: 'The request is too long. Select fewer rows or use a shorter filter.',
  unexpectedResponse: 'The server sent an unexpected response.',
  unexpectedResponseHint: 'A proxy between this page and Tableside may have sent it.',
  http: (status: number, contentType?: string | null) =>
    contentType === undefined ? `HTTP ${status}` : `HTTP ${status}, ${contentType ?? 'no content type'}`,
  appError: 'Something went wrong in this page.',
};
