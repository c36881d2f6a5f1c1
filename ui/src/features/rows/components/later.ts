/**
 * What the rows' page needs after a click only. It is one file that is fetched
 * when the page stands (see lazyPart): a file for each would split what they
 * share into dozens of small ones.
 */
export { BoardView } from './board/board-view';
export { BulkDeleteDialog } from './bulk/bulk-delete-dialog';
export { BulkEditDialog } from './bulk/bulk-edit-dialog';
export { CalendarView } from './calendar/calendar-view';
export { GalleryView } from './gallery/gallery-view';
export { GoToDialog } from './grid/go-to-dialog';
export { FilterBuilder } from './query/filter-builder';
