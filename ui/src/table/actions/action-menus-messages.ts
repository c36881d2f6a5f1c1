/** The texts of the menus and buttons that offer actions on rows. */
export const actionMenusMessages = {
  record: 'Actions on this record',
  more: 'More actions',
  table: 'Actions',
  selection: 'Actions',
  tableMenu: (table: string) => `Actions on ${table}`,
};
