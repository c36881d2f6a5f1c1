import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { Filter } from '@/data/query/filters.utils';
import type { Relation } from '@/data/relations/references';
import styles from './builder.module.css';
import { buildFilters } from './builder.utils';
import { BuilderGroupBox } from './builder-group';
import { BuilderContext, useBuilder } from './use-builder';

export interface FilterBuilderProps {
  open: boolean;
  filters: readonly Filter[];
  relations: ReadonlyMap<string, Relation>;
  onOpenChange: (open: boolean) => void;
  onApply: (filters: readonly Filter[]) => void;
}

/** All filters of the page at once, with groups of which all, any or none have to hold. */
export function FilterBuilder(props: FilterBuilderProps) {
  // What is being built is made anew each time, from the filters as they are.
  const [times, setTimes] = useState(0);
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open !== wasOpen) {
    setWasOpen(props.open);
    if (props.open) setTimes(times + 1);
  }
  return <BuilderDialog key={times} {...props} />;
}

function BuilderDialog({ open, filters, relations, onOpenChange, onApply }: FilterBuilderProps) {
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
      title="Filters"
      className={styles.dialog}
      footer={
        <>
          <Button variant="ghost" className={styles.clear} onClick={builder.clear}>
            Clear all
          </Button>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={builder.formId}>
            Apply
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
