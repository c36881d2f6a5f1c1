/** The id of the element in the status bar into which the grid renders the figures of the selected cells. */
export const blockFiguresId = 'block-figures';
