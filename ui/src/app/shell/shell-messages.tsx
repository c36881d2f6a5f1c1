import type { ReactNode } from 'react';
import { formatCount, formatList, formatPlural } from '@/lib/format';

/** The texts of the shell and of pages without a feature. A translation is one more file that satisfies `typeof shellMessages`. */
export const shellMessages = {
  skip: 'Skip to content',
  sidebar: 'Sidebar',
  pages: 'Pages',
  search: 'Search or jump to',
  searchEllipsis: 'Search or jump to…',
  collapse: 'Collapse sidebar',
  expand: 'Expand sidebar',
  tables: 'Tables',
  files: 'Files',
  savedViews: 'saved views',
  viewsOf: (table: string) => `Views of ${table}`,
  showMore: (count: number) => `Show ${formatCount(count)} more`,
  rows: (count: number) => formatPlural(count, 'row'),
  aboutRows: (count: number) => `about ${formatPlural(count, 'row')}`,
  approximate: (count: string) => `≈${count}`,
  countSuffix: (count: string) => `, ${count}`,
  notLoaded: 'Not loaded. Try again',
  secondFactorRequired: 'Second factor required',
  contentNotLoaded: (content: string) => `Couldn’t load ${content}. Try again`,
  shortcuts: {
    /** The group of the shortcuts that work on each page. */
    global: 'Everywhere',
    toggleSidebar: 'Collapse or expand sidebar',
    show: 'Show keyboard shortcuts',
    title: 'Keyboard shortcuts',
  },
  account: {
    menu: (user: string, role: string) => `${user}, ${role}: account menu`,
    account: 'Account',
    shortcuts: 'Keyboard shortcuts',
    guest: 'Guest',
    addAccount: 'Add account',
    switchTo: (name: string, email: string) => `Switch to ${name}, ${email}`,
    switchFailed: 'You are still signed in with this account.',
    signOut: 'Sign out',
    signOutFailed: 'You are still signed in.',
    theme: (theme: string) => `Theme: ${theme}`,
  },
  palette: {
    placeholder: 'Search records, pages and actions…',
    searching: 'Searching records',
    noResults: 'No results',
    notSearched: (tables: readonly string[]) => `Couldn’t search ${formatList(tables)}.`,
    groups: {
      views: 'Views',
      records: 'Records',
      files: 'Files',
      page: 'This page',
      settings: 'Settings',
    },
    viewKeyword: (table: string) => `${table} view`,
    bucketKeywords: ['bucket', 'files'],
    publicBucket: 'public',
    privateBucket: 'private',
    timeZone: 'Time zone',
    lightTheme: 'Light theme',
    darkTheme: 'Dark theme',
    systemTheme: 'System theme',
  },
  home: {
    title: 'Welcome',
    noAccess: 'You don’t have access to any tables yet',
    noAccessHint: (email: ReactNode, role: ReactNode) => (
      <>
        You are signed in as {email} with the role {role}. Ask the owner of this workspace for access.
      </>
    ),
  },
  notFound: {
    title: 'Page not found',
    hint: 'Check that the address is complete.',
    goHome: 'Go to first page',
  },
  loadingPage: 'Loading the page',
  importInto: (table: string) => `Import into ${table}`,
  unsupportedImport: 'Drop a CSV or TSV file to import it.',
};
