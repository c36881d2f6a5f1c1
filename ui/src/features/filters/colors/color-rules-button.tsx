import { Palette } from 'lucide-react';
import { useState } from 'react';
import { Spinner } from '@/components/feedback/spinner';
import { Popover } from '@/components/overlays/popover';
import type { ColorRule } from '@/data/query/colors/color-rules';
import type { Relation } from '@/data/relations/references';
import { LazyDialog, lazyComponent, preloadOnIntent } from '@/lib/browser/loading/lazy-loading';
import { ToolbarButton } from '@/table/view/toolbar-button';
import type { FilterBuilderProps } from '../builder/filter-builder';
import { filtersMessages } from '../filters-messages';
import type { ColorRulesEditorProps } from './color-rules-editor';

const messages = filtersMessages.colors;

const ColorRulesEditor = lazyComponent<ColorRulesEditorProps>(
  async () => (await import('./color-rules-editor')).ColorRulesEditor,
  <Spinner />,
);

const FilterBuilder = lazyComponent<FilterBuilderProps>(
  async () => (await import('../builder/filter-builder')).FilterBuilder,
);

export interface ColorRulesButtonProps {
  rules: readonly ColorRule[];
  relations: ReadonlyMap<string, Relation>;
  onChange: (rules: readonly ColorRule[]) => void;
}

/** The toolbar's button and popover that edit the color rules of the view. The conditions of a rule open in the filter builder. */
export function ColorRulesButton({ rules, relations, onChange }: ColorRulesButtonProps) {
  const [isOpen, setOpen] = useState(false);
  /** The rule whose conditions are edited; it replaces the rule at its index. */
  const [edited, setEdited] = useState<{ rule: ColorRule; index: number }>();
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <Popover
        align="end"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <ToolbarButton
            icon={<Palette size={14} aria-hidden />}
            caption={messages.button(rules.length)}
            title={messages.buttonTitle}
            collapse="first"
            {...preloadOnIntent(ColorRulesEditor)}
          />
        }
      >
        <ColorRulesEditor
          {...{ rules, relations, onChange }}
          onEditConditions={(rule, index) => {
            setOpen(false);
            setEdited({ rule, index });
            setEditing(true);
          }}
        />
      </Popover>
      <LazyDialog open={isEditing}>
        <FilterBuilder
          open={isEditing}
          title={messages.conditions}
          filters={edited?.rule.filters ?? []}
          relations={relations}
          onOpenChange={setEditing}
          onApply={(filters) => {
            if (!edited) return;
            const next = filters.length > 0 ? [{ ...edited.rule, filters }] : [];
            onChange(rules.toSpliced(edited.index, 1, ...next));
          }}
        />
      </LazyDialog>
    </>
  );
}
