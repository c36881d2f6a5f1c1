import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { Filter } from '@/data/query/filters/filters.utils';
import type { Relation } from '@/data/relations/references';
import { filtersMessages } from '../filters-messages';
import styles from './builder.module.css';
import { buildFilters } from './builder.utils';
import { BuilderGroupBox } from './builder-group';
import { BuilderContext, useBuilder } from './use-builder';

const messages = filtersMessages.builder;

export interface FilterBuilderProps {
  open: boolean;
  /** The title, if the filters are not those of the page. */
  title?: string;
  filters: readonly Filter[];
  relations: ReadonlyMap<string, Relation>;
  onOpenChange: (open: boolean) => void;
  onApply: (filters: readonly Filter[]) => void;
}

/** The dialog that edits all filters of the page, with nested groups. */
export function FilterBuilder(props: FilterBuilderProps) {
  // Remounts the dialog each time it opens, so that it starts from the current filters.
  const [openCount, setOpenCount] = useState(0);
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open !== wasOpen) {
    setWasOpen(props.open);
    if (props.open) setOpenCount(openCount + 1);
  }
  return <BuilderDialog key={openCount} {...props} />;
}

function BuilderDialog(props: FilterBuilderProps) {
  const { open, title = messages.title, filters, relations, onOpenChange, onApply } = props;
  const builder = useBuilder(filters, relations);
  const { root, table, setProblems, announcement } = builder;
  const apply = () => {
    const read = buildFilters(root, table);
    if ('problems' in read) return setProblems(read.problems);
    onApply(read.filters);
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={title}
      className={styles.dialog}
      footer={
        <>
          <Button variant="ghost" className={styles.clear} onClick={builder.clear}>
            {messages.clear}
          </Button>
          <Button onClick={() => onOpenChange(false)}>{messages.cancel}</Button>
          <Button variant="primary" type="submit" form={builder.formId}>
            {messages.apply}
          </Button>
        </>
      }
    >
      <form
        id={builder.formId}
        ref={builder.formRef}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <BuilderContext value={builder}>
          <BuilderGroupBox group={root} depth={0} />
        </BuilderContext>
        <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      </form>
    </Dialog>
  );
}
