import { formatPlural } from '@/lib/text/format';

/** The texts of the mode in which a user views the workspace as another user. */
export const viewAsMessages = {
  title: 'View as another user',
  hint: 'See the tables, rows and actions of another user.',
  open: 'Choose a user',
  explanation:
    'You see the workspace as this user sees it: the backend decides with their own session. You can’t change anything, and the mode ends after 30 minutes at the latest. The server’s log contains the start, the end and every request.',
  search: 'Search by name or email',
  users: 'Users',
  loading: 'Loading users',
  notLoaded: 'Couldn’t load the users.',
  none: 'No users',
  noneFound: (text: string) => `No users match “${text}”.`,
  more: 'Load more',
  view: 'View as',
  viewAs: (name: string) => `View as ${name}`,
  obstacles: {
    no_email: 'No email: this account can’t be viewed.',
    email_not_confirmed: 'Email not confirmed: this account can’t be viewed.',
    banned: 'Banned: this account can’t be viewed.',
    sso: 'Single sign-on: this account can’t be viewed.',
  },
  detail: (email: string, obstacle: string) => (email ? `${email} · ${obstacle}` : obstacle),
  notStarted: 'You’re still using your own account.',
  off: {
    title: 'Not configured',
    text: 'With this mode, users of some database roles see the workspace as any other user sees it, without changing anything. To turn it on, the owner sets these environment variables and restarts Tableside:',
    settings: 'SUPABASE_SECRET_KEY=sb_secret_…\nTABLESIDE_VIEW_AS_ROLES=owner,support',
    risk: 'The server starts a session of the other user with the secret key and ends it with the mode. Users of these roles can read everything that any user of the project can read.',
  },
  notAllowed: {
    title: 'Not available for your role',
    text: (role: string) =>
      `Users with the role “${role}” can’t view the workspace as another user. The owner lists the allowed roles in TABLESIDE_VIEW_AS_ROLES.`,
  },
  active: (name: string) => `You’re viewing the workspace as ${name}. You can’t change anything.`,
  endsIn: (minutes: number) => `Ends in ${formatPlural(minutes, 'minute')}`,
  end: 'End',
  sessionEnded: {
    title: 'View as another user has ended',
    description: (name: string) =>
      `You’re no longer viewing the workspace as ${name}. Continue with your own account.`,
    continue: 'Continue',
    lockedTitle: 'Locked',
    locked: (name: string) =>
      `This page was idle, so you’re no longer viewing the workspace as ${name}. Sign in with your own account.`,
    signIn: 'Sign in',
  },
  ended: 'Your own account could not be opened again.',
};
