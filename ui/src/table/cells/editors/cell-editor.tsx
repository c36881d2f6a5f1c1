import type { RenderEditCellProps } from 'react-data-grid';
import type { Relation } from '@/data/relations/references';
import { isLongText, isMultiline, isTooLongForLine } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import type { GridRow } from '../grid-rows.utils';
import { useRowWithQueuedEdits } from '../status/use-cell-status';
import { CellChoiceEditor } from './cell-choice-editor';
import { CellLargeEditor } from './cell-large-editor';
import { CellReferenceEditor } from './cell-reference-editor';
import { CellTextEditor } from './cell-text-editor';

export interface CellEditorProps extends RenderEditCellProps<GridRow> {
  field: Column;
  relation: Relation | undefined;
}

/** Whether the editor of a column opens under the cell, so that the cell still shows its value. */
export function hasPopoverEditor(field: Column, relation: Relation | undefined): boolean {
  return isReference(field, relation) || isLarge(field) || field.kind === 'enum' || field.kind === 'boolean';
}

function isReference(field: Column, relation: Relation | undefined): relation is Relation {
  return relation?.key.columns.length === 1 && !field.array;
}

function isLarge(field: Column): boolean {
  return field.array || field.kind === 'json' || field.kind === 'composite' || isLongText(field);
}

/** The editor for a column's type. It returns the entered value in the row (see draft); the grid saves or discards it. */
export function CellEditor(stored: CellEditorProps) {
  const { field, relation } = stored;
  const row = useRowWithQueuedEdits(stored.row);
  const props = { ...stored, row };
  const text = row[field.name];
  if (isReference(field, relation)) return <CellReferenceEditor {...props} relation={relation} />;
  if (isLarge(field) || isMultiline(field, text) || isTooLongForLine(field, text))
    return <CellLargeEditor {...props} />;
  if (field.kind === 'enum' || field.kind === 'boolean') return <CellChoiceEditor {...props} />;
  return <CellTextEditor {...props} />;
}
