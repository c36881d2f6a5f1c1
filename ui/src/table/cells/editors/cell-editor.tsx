import type { RenderEditCellProps } from 'react-data-grid';
import type { Relation } from '@/data/relations/references';
import { isLongText, isMultiline, isTooLongForLine } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import type { GridRow } from '../grid-rows.utils';
import { useShownRow } from '../use-cell-status';
import { CellChoiceEditor } from './cell-choice-editor';
import { CellLargeEditor } from './cell-large-editor';
import { CellReferenceEditor } from './cell-reference-editor';
import { CellTextEditor } from './cell-text-editor';

export interface CellEditorProps extends RenderEditCellProps<GridRow> {
  field: Column;
  relation: Relation | undefined;
}

/** Whether a column is edited in a list or a text area under the cell, which goes on showing its value. */
export function hasPopoverEditor(field: Column, relation: Relation | undefined): boolean {
  return isReference(field, relation) || isLarge(field) || field.kind === 'enum' || field.kind === 'boolean';
}

function isReference(field: Column, relation: Relation | undefined): relation is Relation {
  return relation?.key.columns.length === 1 && !field.array;
}

function isLarge(field: Column): boolean {
  return field.array || field.kind === 'json' || field.kind === 'composite' || isLongText(field);
}

/** The editor that fits a column's type. What it holds travels in the row; the grid commits or drops it. */
export function CellEditor(saved: CellEditorProps) {
  const { field, relation } = saved;
  const row = useShownRow(saved.row);
  const props = { ...saved, row };
  const text = row[field.name];
  if (isReference(field, relation)) return <CellReferenceEditor {...props} relation={relation} />;
  if (isLarge(field) || isMultiline(field, text) || isTooLongForLine(field, text))
    return <CellLargeEditor {...props} />;
  if (field.kind === 'enum' || field.kind === 'boolean') return <CellChoiceEditor {...props} />;
  return <CellTextEditor {...props} />;
}
