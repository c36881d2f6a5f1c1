/** The texts of the gallery. A translation is one more file that satisfies `typeof galleryMessages`. */
export const galleryMessages = {
  label: (table: string) => `Gallery of ${table}`,
  noPicture: (column: string) => `No ${column}`,
  tableLoadFailed: (table: string) => `Couldn’t load ${table}.`,
  rowsLoadFailed: 'Couldn’t load some rows.',
};
