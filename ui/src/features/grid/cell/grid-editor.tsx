import { useEffect, useEffectEvent } from 'react';
import { CellEditor, type CellEditorProps } from '@/table/cells/editors/cell-editor';
import { draft } from '@/table/cells/grid-rows.utils';
import type { EditedRow } from '@/table/position/edited-row';

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
