import { ComboboxList } from '@/components/combobox';
import type { Relation } from '../../api/relations/references';
import { draft } from '../grid/grid-rows.utils';
import { ChoicePopover, nullChoice } from './cell-choice-editor';
import type { CellEditorProps } from './cell-editor';
import { useReferenceSearch } from './use-reference-search';

/** A row of another table, found by typing. Choosing saves. */
export function CellReferenceEditor(props: CellEditorProps & { relation: Relation }) {
  const { field, relation, row, onRowChange, onClose } = props;
  const search = useReferenceSearch(relation, field.nullable);
  const value = row[field.name] ?? null;
  return (
    <ChoicePopover onClose={() => onClose(false)}>
      <ComboboxList
        label={`Search ${relation.target.title}`}
        value={value === null ? nullChoice : String(value)}
        search={search}
        onChoose={(option) =>
          onRowChange({ ...row, [draft]: option.value === nullChoice ? null : option.value }, true)
        }
      />
    </ChoicePopover>
  );
}
