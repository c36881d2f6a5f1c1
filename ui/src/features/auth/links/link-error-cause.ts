import type { LinkErrorCause } from './link-messages';

/** The causes by the codes of the auth service, of OAuth (RFC 6749, 4.1.2.1), and of Tableside's server and first script. */
const causes: Record<string, LinkErrorCause> = {
  access_denied: 'denied',
  already_signed_in: 'otherUser',
  bad_code_verifier: 'otherBrowser',
  bad_oauth_callback: 'misconfigured',
  bad_oauth_state: 'stateMismatch',
  cross_origin: 'stateMismatch',
  email_conflict: 'emailTaken',
  email_exists: 'emailTaken',
  email_not_confirmed: 'emailMissing',
  flow_state_expired: 'expired',
  flow_state_not_found: 'used',
  identity_already_exists: 'emailTaken',
  invalid_client: 'misconfigured',
  invalid_request: 'misconfigured',
  invalid_scope: 'misconfigured',
  invite_not_found: 'expired',
  link_expired: 'expired',
  link_used: 'used',
  malformed_link: 'malformed',
  oauth_provider_not_supported: 'misconfigured',
  opened_in_another_browser: 'otherBrowser',
  other_browser: 'otherBrowser',
  otp_disabled: 'signUpDisabled',
  otp_expired: 'expired',
  over_email_send_rate_limit: 'throttled',
  over_request_rate_limit: 'throttled',
  provider_disabled: 'misconfigured',
  provider_failed: 'providerFailed',
  provider_email_needs_verification: 'emailMissing',
  server_error: 'providerFailed',
  signup_disabled: 'signUpDisabled',
  state_mismatch: 'stateMismatch',
  temporarily_unavailable: 'providerFailed',
  unauthorized_client: 'misconfigured',
  unexpected_audience: 'misconfigured',
  unexpected_failure: 'providerFailed',
  unreachable: 'unreachable',
  unsupported_response_type: 'misconfigured',
  too_many_accounts: 'tooManyAccounts',
  too_many_attempts: 'throttled',
  user_already_exists: 'emailTaken',
  user_banned: 'suspended',
  user_not_found: 'suspended',
  validation_failed: 'misconfigured',
};

/** Returns the cause of a failed sign-in by link or provider. */
export function getLinkErrorCause(code: string): LinkErrorCause {
  return Object.hasOwn(causes, code) ? (causes[code] ?? 'unknown') : 'unknown';
}
