/** The state of the popover that adds a filter: closed, choosing a column, or editing a condition of that column. */
export type NewFilterState = 'closed' | 'choosing' | { column: string };
