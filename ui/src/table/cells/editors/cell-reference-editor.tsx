import { ComboboxList } from '@/components/fields/combobox/combobox';
import type { Relation } from '@/data/relations/references';
import { tableMessages } from '@/table/table-messages';
import { draft } from '../grid-rows.utils';
import { useReferenceSearch } from '../references/use-reference-search';
import { ChoicePopover, nullChoice } from './cell-choice-editor';
import type { CellEditorProps } from './cell-editor';

/** A search for the referenced row, under the cell. A choice is saved immediately. */
export function CellReferenceEditor(props: CellEditorProps & { relation: Relation }) {
  const { field, relation, row, onRowChange, onClose } = props;
  const search = useReferenceSearch(relation, { nullable: field.nullable, limitedBy: field });
  const value = row[field.name] ?? null;
  return (
    <ChoicePopover onClose={() => onClose(false)}>
      <ComboboxList
        label={tableMessages.editors.search(relation.target.title)}
        value={value === null ? nullChoice : String(value)}
        search={search}
        onChoose={(option) =>
          onRowChange({ ...row, [draft]: option.value === nullChoice ? null : option.value }, true)
        }
      />
    </ChoicePopover>
  );
}
