import { type ApiError, toApiError } from '@/lib/api';
import { errorMessages } from './error-messages';

/** The text of an error for the user. */
export interface ErrorText {
  sentence: string;
  /** The next step for the user; '' if there is none. */
  nextStep: string;
  /** A link to the rows or the page that caused the error. */
  link?: { href: string; label: string };
}

const { byCode, bySqlStateClass, ownNextSteps } = errorMessages;

/**
 * Returns the text of any thrown value. For an unknown code it is the backend's
 * message, because a general sentence could be wrong.
 */
export function formatError(thrown: unknown): ErrorText {
  const error = toApiError(thrown);
  const { code, message, hint } = error;
  const specific = describeByMessage(error);
  if (specific) return specific;
  if (isCustomError(error)) return { sentence: message, nextStep: hint };
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  if (known) {
    const { status, retryAfter } = error;
    const isThrottled = status === 429 && retryAfter !== undefined;
    return { sentence: known[0], nextStep: isThrottled ? errorMessages.retryIn(retryAfter) : known[1] };
  }
  if (Object.hasOwn(ownNextSteps, code))
    return { sentence: message, nextStep: hint || (ownNextSteps[code] ?? '') };
  const general = /^[0-9A-Z]{5}$/.test(code) ? bySqlStateClass[code.slice(0, 2)] : undefined;
  if (general) return { sentence: general[0], nextStep: general[1] };
  return {
    sentence: message || errorMessages.noReason,
    nextStep: hint || getDefaultNextStep(error),
  };
}

/** Messages of PostgreSQL, PostgREST and Tableside for violated constraints and missing permissions, in English. */
const constraintMessage =
  /\bviolates (not-null|unique|foreign key|RESTRICT|check|exclusion|partition|constraint)\b|^no partition of relation|null values|could not create unique index/;
const permissionMessage =
  /^permission denied|row-level security|^must (be|have)\b|superuser|^role "|privileges? (of|on|to)\b|^only roles\b/i;

/**
 * Whether a trigger or a function raised an error: the owner of the database writes its message for users. It can have the
 * SQLSTATE of a violated constraint or a missing permission, with another message than PostgreSQL's. Unlike most of these,
 * PostgreSQL's errors have details ("Failing row contains"), in each language of its messages.
 */
export function isCustomError({ code, message, details }: ApiError): boolean {
  if (/^(P0001|PT\d{3})$/.test(code)) return true;
  if (message === '') return false;
  if (/^23(001|502|503|505|514|P01)$/.test(code)) return !details && !constraintMessage.test(message);
  return code === '42501' && !permissionMessage.test(message);
}

/** Returns the text of errors that share their code with others: PostgreSQL's message or PostgREST's hint distinguishes them. */
function describeByMessage({ code, message, hint }: ApiError): ErrorText | undefined {
  const view = code === '55000' && /^materialized view "(.+)" has not been populated$/.exec(message)?.[1];
  if (view) return errorMessages.notPopulated(view);
  const grant =
    code === '42501' &&
    /\bgrant (?:select|insert|update|delete|usage|execute|all)\b.+\bto\b.+/is.exec(hint)?.[0];
  return grant ? errorMessages.missingGrant(grant.replace(/[;.\s]+$/, '')) : undefined;
}

function getDefaultNextStep({ status }: ApiError): string {
  if (status === 429) return errorMessages.tooManyRequests;
  return status >= 500 ? errorMessages.tryAgainOrReport : '';
}

/** Formats an error's text as one paragraph. Adds the period that the message of a function can lack. */
export function formatErrorText({ sentence, nextStep }: ErrorText): string {
  if (sentence === '' || nextStep === '') return sentence || nextStep;
  return `${/[\p{Sentence_Terminal}:…]["'”’)]*$/u.test(sentence) ? sentence : `${sentence}.`} ${nextStep}`;
}

/** Whether the catalog has a text for this code, and not only for its class. */
export function hasSpecificText(code: string): boolean {
  return Object.hasOwn(byCode, code);
}

/** Whether the catalog has a text or a next step for a code. */
export function hasErrorText(code: string): boolean {
  return (
    Object.hasOwn(byCode, code) ||
    Object.hasOwn(ownNextSteps, code) ||
    /^(P0001|PT\d{3})$/.test(code) ||
    (/^[0-9A-Z]{5}$/.test(code) && Object.hasOwn(bySqlStateClass, code.slice(0, 2)))
  );
}
