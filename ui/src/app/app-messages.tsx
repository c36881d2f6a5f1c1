import type { ReactNode } from 'react';

/** The texts that the app shows before its pages are loaded. A translation is one more file that satisfies `typeof appMessages`. */
export const appMessages = {
  loading: 'Loading the workspace',
  unavailable: 'The workspace isn’t available',
  missingSchema: 'The schema function is not installed',
  missingSchemaHint: (name: ReactNode) => (
    <>
      The owner of the project must install {name}, which returns the tables that each role can access. Run
      this command in a terminal, or run its output in the SQL editor:
    </>
  ),
  schemaFunction: 'tableside_schema()',
  schemaCommand: 'tableside schema-sql | psql "$DATABASE_URL"',
  copyCommand: 'Copy command',
  retry: 'Try again',
  signOut: 'Sign out',
  pageNotLoaded: 'The page couldn’t be loaded',
  pageNotLoadedHint: 'Tableside was probably updated. Reload to use the new version.',
  pageOffline: 'You’re offline. Check your connection, then reload.',
  reload: 'Reload',
};
