import { useEffect, useEffectEvent } from 'react';
import type { Row } from '@/data/rows/row';
import { CellEditor, type CellEditorProps } from '@/table/cells/editors/cell-editor';
import { draft } from '@/table/cells/grid-rows.utils';

/** The row that is being edited, and the index in the grid at which it is. */
export interface EditedRow {
  index: number;
  row: Row;
}

export interface GridEditorProps extends CellEditorProps {
  /** Told of the row while the editor is open, and undefined when it closes. */
  onEdited: (edited: EditedRow | undefined) => void;
}

/** A cell's editor, which says that it is open: until it closes, no row may get another index. */
export function GridEditor({ onEdited, ...props }: GridEditorProps) {
  const tell = useEffectEvent(() => {
    const { [draft]: _, ...row } = props.row;
    onEdited({ index: props.rowIdx, row });
  });
  useEffect(() => {
    tell();
    return () => onEdited(undefined);
  }, [onEdited]);
  return <CellEditor {...props} />;
}
