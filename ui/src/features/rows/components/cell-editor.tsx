import type { RenderEditCellProps } from 'react-data-grid';
import type { Column } from '@/lib/api.gen';
import type { Relation } from '../api/references';
import { isLongText } from '../values/value.utils';
import { CellChoiceEditor } from './cell-choice-editor';
import { CellLargeEditor } from './cell-large-editor';
import { CellReferenceEditor } from './cell-reference-editor';
import { CellTextEditor } from './cell-text-editor';
import type { GridRow } from './grid-rows.utils';

export interface CellEditorProps extends RenderEditCellProps<GridRow> {
  field: Column;
  relation: Relation | undefined;
}

/** The editor that fits a column's type. What it holds travels in the row; the grid commits or drops it. */
export function CellEditor(props: CellEditorProps) {
  const { field, relation } = props;
  if (relation?.key.columns.length === 1 && !field.array) {
    return <CellReferenceEditor {...props} relation={relation} />;
  }
  if (field.array || field.kind === 'json' || field.kind === 'composite' || isLongText(field)) {
    return <CellLargeEditor {...props} />;
  }
  if (field.kind === 'enum' || field.kind === 'boolean') return <CellChoiceEditor {...props} />;
  return <CellTextEditor {...props} />;
}
