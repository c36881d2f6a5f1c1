import { useEffect, useEffectEvent } from 'react';
import { CellEditor, type CellEditorProps } from '@/table/cells/editors/cell-editor';
import { draft } from '@/table/cells/grid-rows.utils';
import { useReportEditing } from '@/table/live/use-presence';
import type { EditedRow } from '@/table/position/edited-row';

export interface GridEditorProps extends CellEditorProps {
  /** Called with the edited row when the editor opens, and with undefined when it closes. */
  onEdited: (edited: EditedRow | undefined) => void;
}

/** A cell's editor. It reports that it is open, because rows must keep their indexes until it closes. */
export function GridEditor({ onEdited, ...props }: GridEditorProps) {
  const reportOpen = useEffectEvent(() => {
    const { [draft]: _, ...row } = props.row;
    onEdited({ index: props.rowIdx, row });
  });
  useEffect(() => {
    reportOpen();
    return () => onEdited(undefined);
  }, [onEdited]);
  const { begin, end } = useReportEditing(props.row, props.field.name);
  const reportEditing = useEffectEvent(begin);
  useEffect(() => {
    reportEditing();
    return end;
  }, [end]);
  return <CellEditor {...props} />;
}
