/** The texts of rows and of a record's form. A translation is one more file that satisfies `typeof rowsMessages`. */
export const rowsMessages = {
  columnNotWritable: 'Your role can’t set this column.',
  mustBeUnique: (column: string) => `${column} (must be unique)`,
  notWritable: (column: string) => `${column} (your role can’t set it)`,
  hiddenReference: (table: string) => `Refers to ${table}, which your role can’t read.`,
  noInput: 'Enter at least one value.',
  incompleteRow: 'Some values couldn’t be read. The row may have been deleted.',
};
