import { type ApiError, toApiError } from '@/lib/api';

/** An error for people who have never seen its code. */
export interface ErrorText {
  sentence: string;
  /** What to do about it; '' where there is nothing. */
  nextStep: string;
  /** Where to look, or what to look at. */
  link?: { href: string; label: string };
}

type Text = readonly [sentence: string, next: string];

const tryAgain = 'Try again in a moment.';
const askOwner = 'Ask who runs this workspace.';
const reload = 'Reload the page: the tables may have changed since it was opened.';
const signInAgain = 'Sign in again; what you entered is kept.';
const tellOwner = 'Tell who runs this workspace, with what is under Details.';

/** Refused by the database: SQLSTATEs. */
const databaseTexts: Record<string, Text> = {
  '21000': ['One value was needed where there were several rows.', tellOwner],
  '22001': ['A text is longer than its column takes.', 'Make it shorter.'],
  '22003': ['A number is too large or too small for its column.', 'Enter one within the column’s range.'],
  '22007': ['A date or time is not written as one.', 'Write it like 2026-11-20 or 14:30.'],
  '22008': ['There is no such date or time.', 'Look at the day and the month.'],
  '22012': ['A calculation of the database divides by zero.', tellOwner],
  '22P02': ['A value doesn’t fit the type of its column.', 'Look at how it is written.'],
  '23001': ['Other rows still refer to this one.', 'Change or delete those first.'],
  '23502': ['A value that is needed is missing.', 'Fill it in.'],
  '23503': ['What this refers to isn’t there, or is still needed by others.', 'Choose one that exists.'],
  '23505': ['There is already a row with these values.', 'Change them, or use that row.'],
  '23514': ['A value breaks a rule of this table.', 'Change it so that the rule holds.'],
  '23P01': ['This overlaps with another row.', 'Change it so that they don’t meet.'],
  '25006': ['The database takes no changes at present.', `It is read-only. ${askOwner}`],
  '40001': ['Somebody else changed the same at the same moment.', 'Nothing was saved. Try again.'],
  '40P01': ['Two changes waited for each other.', 'Nothing was saved. Try again.'],
  '42501': ['Your role may not do this.', 'Ask who runs this workspace to allow it.'],
  '42703': ['A column is no longer there.', reload],
  '42883': ['The database lacks a function that this needs.', tellOwner],
  '428C9': ['This column is filled by the database.', 'Leave it out.'],
  '42P01': ['The table is no longer there.', reload],
  '42P17': ['The rules of this table go round in a circle.', tellOwner],
  '53300': ['The database has too many visitors right now.', tryAgain],
  '55P03': ['Somebody else is changing this row right now.', tryAgain],
  '57014': ['This took too long, and was stopped.', 'Narrow it down with a filter, or try again.'],
};

/** What the first two characters of a SQLSTATE say, where the code itself isn't known. */
const sqlStateClassTexts: Record<string, Text> = {
  '08': ['The database could not be reached.', tryAgain],
  '22': ['A value doesn’t fit its column.', 'Look at how it is written.'],
  '23': ['A rule of this table refuses this.', 'Look at the values.'],
  '28': ['The database doesn’t let this workspace in.', tellOwner],
  '40': ['Other changes got in the way.', 'Nothing was saved. Try again.'],
  '42': ['The database doesn’t understand what was asked.', reload],
  '53': [
    'The database is short of room or memory.',
    `${tryAgain} If it stays, tell who runs this workspace.`,
  ],
  '54': ['This is more than the database can do at once.', 'Try with fewer rows or a shorter filter.'],
  '55': ['The database can’t do this at the moment.', tryAgain],
  '57': ['The database stopped this.', tryAgain],
  XX: ['Something went wrong inside the database.', tellOwner],
};

/** Refused by the database’s REST service. */
const postgrestTexts: Record<string, Text> = {
  PGRST000: ['The database could not be reached.', tryAgain],
  PGRST001: ['The database could not be reached.', tryAgain],
  PGRST002: ['The database is just starting.', tryAgain],
  PGRST003: ['The database is busy: nobody could be served in time.', tryAgain],
  PGRST100: ['A filter or an order could not be understood.', 'Take it out and put it in anew.'],
  PGRST101: ['This function can’t be asked in that way.', tellOwner],
  PGRST102: ['What was sent could not be read.', tellOwner],
  PGRST103: [
    'There are fewer rows than this page asked for.',
    'Go to the start: rows may have been deleted.',
  ],
  PGRST106: ['This database schema isn’t open to this workspace.', askOwner],
  PGRST107: ['The rows can’t be had in this format.', 'Choose another one.'],
  PGRST116: ['One row was expected, and there were none or several.', reload],
  PGRST122: ['This backend is too old for what was asked.', tellOwner],
  PGRST123: ['This backend doesn’t compute sums.', 'Its owner can enable aggregates.'],
  PGRST124: [
    'More rows would have been changed than were named.',
    'Nothing was changed. Look at the rows again.',
  ],
  PGRST200: ['These two tables are no longer connected.', reload],
  PGRST201: ['These two tables are connected in more than one way.', tellOwner],
  PGRST202: ['There is no such function, or not with these inputs.', reload],
  PGRST203: ['There are several functions of this name.', tellOwner],
  PGRST204: ['A column is no longer there.', reload],
  PGRST205: ['The table is no longer there.', reload],
  PGRST301: ['Your sign-in is no longer good.', signInAgain],
  PGRST302: ['One has to be signed in for this.', signInAgain],
  PGRST303: ['Your sign-in has run out.', signInAgain],
};

const authTexts: Record<string, Text> = {
  bad_json: ['What was sent could not be read.', tellOwner],
  bad_jwt: ['Your sign-in is no longer good.', signInAgain],
  email_exists: ['There is already an account for this e-mail.', 'Use another one.'],
  email_not_confirmed: [
    'This e-mail is not confirmed yet.',
    'Open the link in the message that you were sent.',
  ],
  email_provider_disabled: ['This workspace has no sign-in by e-mail.', 'Choose another way to sign in.'],
  invalid_credentials: ['The e-mail or the password is wrong.', ''],
  no_authorization: ['One has to be signed in for this.', signInAgain],
  otp_disabled: ['There is no account for this address.', 'Ask who runs this workspace for one.'],
  otp_expired: ['This code or link is wrong, or has run out.', 'Ask for a new one.'],
  over_email_send_rate_limit: ['Too many messages were sent.', 'Wait a few minutes, then try again.'],
  over_request_rate_limit: ['Too many tries.', 'Wait a minute, then try again.'],
  provider_disabled: ['This workspace doesn’t offer this way to sign in.', 'Choose another one.'],
  refresh_token_already_used: ['Your sign-in is no longer good.', signInAgain],
  refresh_token_not_found: ['Your sign-in is no longer good.', signInAgain],
  same_password: ['This is the password that you have already.', 'Choose another one.'],
  session_not_found: ['You were signed out elsewhere.', signInAgain],
  signup_disabled: ['This workspace takes no new accounts.', 'Ask its owner for one.'],
  user_already_exists: ['There is already an account for this e-mail.', 'Sign in instead.'],
  user_banned: ['This account is suspended.', 'Ask the owner of the workspace.'],
  user_not_found: ['This account is no longer there.', askOwner],
  validation_failed: ['Something that was entered is not right.', 'Look at the e-mail and the password.'],
  weak_password: [
    'This password is too easy to guess.',
    'Take a longer one, with letters, digits and signs.',
  ],
};

const storageTexts: Record<string, Text> = {
  AccessDenied: ['Your role may not do this with files here.', 'Ask who runs this workspace to allow it.'],
  BucketAlreadyExists: ['There is already a bucket of this name.', 'Choose another name.'],
  EntityTooLarge: ['The file is larger than this bucket takes.', 'Make it smaller.'],
  InsufficientStorage: [
    'The server’s disk is full. The file wasn’t stored.',
    'Ask who runs this workspace to free some space, then upload it again.',
  ],
  InvalidBucketName: ['A bucket can’t have this name.', 'Choose another name.'],
  InvalidJWT: ['Your sign-in is no longer good.', signInAgain],
  InvalidKey: ['A file can’t have this name here.', 'Use letters, digits, spaces and simple signs.'],
  InvalidMimeType: ['This bucket doesn’t take files of this type.', 'Choose one of another type.'],
  InvalidRange: ['This part of the file is not there.', 'Load it again from its start.'],
  KeyAlreadyExists: ['There is already a file of this name.', 'Rename one of the two.'],
  NoSuchBucket: ['This bucket is no longer there, or not for you.', 'Reload the page.'],
  NoSuchKey: ['This file is no longer there, or not for you.', 'Reload the folder.'],
  ResourceAlreadyExists: ['There is already a file of this name.', 'Rename one of the two.'],
  ResourceNotEmpty: ['The bucket still has files in it.', 'Delete those first.'],
};

/** Tableside's own codes: their message is a sentence already. What to do is said here where it isn’t by the hint. */
const ownNextSteps: Record<string, string> = {
  address_too_long: 'Leave out some of the filters, or search for less.',
  app: 'Reload the page. If it happens again, tell who runs this workspace.',
  invalid_backend_response: tellOwner,
  backend_timeout: 'Try again, or narrow it down with a filter.',
  backend_unreachable: tryAgain,
  bad_request: '',
  busy: tryAgain,
  client_closed_request: '',
  conflict: '',
  cross_origin: 'Open this page at its own address.',
  filter_required: '',
  internal: `${tryAgain} If it stays, tell who runs this workspace.`,
  invalid: '',
  method_not_allowed: tellOwner,
  not_found: tellOwner,
  not_signed_in: signInAgain,
  offline: 'Try again when the network is back.',
  project_paused: 'Its owner can resume it in the Supabase dashboard. Edits wait until then.',
  reserved_bucket: '',
  row_not_found: 'Reload to see the rows as they are.',
  row_rejected: 'A policy or a trigger of the database decides that. Ask who runs this workspace.',
  schema_unavailable: '',
  session_too_large: askOwner,
  token_rejected: tellOwner,
  too_many_attempts: '',
  too_large: 'Make it smaller, or send it in parts.',
  unknown_column: reload,
  unknown_host: '',
  unknown_table: reload,
  unreachable: tryAgain,
  unreadable: tryAgain,
};

const texts: Record<string, Text> = { ...databaseTexts, ...postgrestTexts, ...authTexts, ...storageTexts };

/**
 * Any error in plain words. One that isn't known is told in the backend's own:
 * a sentence made up for it could be wrong.
 */
export function errorText(thrown: unknown): ErrorText {
  const error = toApiError(thrown);
  const { code, message, hint } = error;
  const known = Object.hasOwn(texts, code) ? texts[code] : undefined;
  if (known) return { sentence: known[0], nextStep: known[1] };
  if (Object.hasOwn(ownNextSteps, code))
    return { sentence: message, nextStep: hint || (ownNextSteps[code] ?? '') };
  // A trigger's or a function's own refusal was written for people.
  if (/^(P0001|PT\d{3})$/.test(code)) return { sentence: message, nextStep: hint };
  const general = /^[0-9A-Z]{5}$/.test(code) ? sqlStateClassTexts[code.slice(0, 2)] : undefined;
  if (general) return { sentence: general[0], nextStep: general[1] };
  return {
    sentence: message || 'The backend refused this without a word.',
    nextStep: hint || getDefaultNextStep(error),
  };
}

function getDefaultNextStep({ status }: ApiError): string {
  if (status === 429) return 'Wait a minute, then try again.';
  return status >= 500 ? `${tryAgain} If it stays, tell who runs this workspace.` : '';
}

/** Whether there are words of ours for a code. */
export function hasErrorText(code: string): boolean {
  return (
    Object.hasOwn(texts, code) ||
    Object.hasOwn(ownNextSteps, code) ||
    /^(P0001|PT\d{3})$/.test(code) ||
    (/^[0-9A-Z]{5}$/.test(code) && Object.hasOwn(sqlStateClassTexts, code.slice(0, 2)))
  );
}
