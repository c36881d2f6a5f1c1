/** The texts of the parts that all views of a table share. A translation is one more file that satisfies `typeof tableMessages`. */
export const tableMessages = {
  cells: {
    noReference: 'None',
  },
  view: {
    clearFilters: 'Clear filters',
    clearSearch: 'Clear search',
  },
};
