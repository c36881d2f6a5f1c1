/**
 * What the rows' page needs after a click only. It is one file that is fetched
 * when the page stands (see lazyPart): a file for each would split what they
 * share into dozens of small ones.
 */
export { BoardView } from '@/features/board/board-view';
export { BulkDeleteDialog } from '@/features/bulk/bulk-delete-dialog';
export { BulkEditDialog } from '@/features/bulk/bulk-edit-dialog';
export { CalendarView } from '@/features/calendar/calendar-view';
export { FilterBuilder } from '@/features/filters/builder/filter-builder';
export { GalleryView } from '@/features/gallery/gallery-view';
export { GoToDialog } from '@/features/grid/position/go-to-dialog';
