import type { ReactNode } from 'react';

/** The texts of sharing views and dashboards. A translation is one more file that satisfies `typeof sharingMessages`. */
export const sharingMessages = {
  title: (name: ReactNode) => <>Share “{name}”</>,
  ownerOnly: 'Only you',
  someRoles: 'Users with one of these roles',
  audienceHelp: 'Only you can change it.',
  roles: 'Roles',
  noRoleChosen: 'Choose at least one role.',
  loadRolesFailed: 'Couldn’t load the roles.',
  cancel: 'Cancel',
  save: 'Save',
};
