/** The names of providers that can’t be derived from their ids. */
const names: Record<string, string> = {
  azure: 'Microsoft',
  facebook: 'Facebook',
  fly: 'Fly.io',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  twitter: 'X',
  workos: 'WorkOS',
};

/** The texts about providers. A translation is one more file that satisfies `typeof providerMessages`. */
export const providerMessages = {
  /** Returns 'Google' for `google`, and 'Acme Login' for the custom provider `custom:acme-login`. */
  name: (provider: string) => names[provider] ?? toTitle(provider.replace(/^custom:/, '')),
  continueWith: (name: string) => `Continue with ${name}`,
  providers: 'Providers',
};

function toTitle(id: string): string {
  const words = id.split(/[-_:\s]+/).filter(Boolean);
  return words.map((word) => word.slice(0, 1).toLocaleUpperCase() + word.slice(1)).join(' ');
}
