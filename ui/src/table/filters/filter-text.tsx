import { Fragment } from 'react';
import { type Condition, type Filter, formatNested, type Group } from '@/data/query/filters.utils';
import { formatKeys, parsePath } from '@/data/query/json-path.utils';
import { parseCondition } from '@/data/query/operators/operators.utils';
import type { Relation } from '@/data/relations/references';
import { useTable } from '@/table/table-context';
import { describeGroupLogic, formatOperandValue, isRowReference } from './filter-text.utils';
import { ReferenceTitle } from './reference-operand';

export interface FilterTextProps {
  filter: Filter;
  relations: ReadonlyMap<string, Relation>;
}

/** A filter as a sentence: 'Status is draft or Total > 500'. What has no words stands as the address has it. */
export function FilterText({ filter, relations }: FilterTextProps) {
  return filter.kind === 'condition' ? (
    <ConditionText filter={filter} relations={relations} />
  ) : (
    <GroupText filter={filter} relations={relations} />
  );
}

function GroupText({ filter, relations }: { filter: Group } & Pick<FilterTextProps, 'relations'>) {
  const { before, between } = describeGroupLogic(filter);
  return (
    <>
      {before !== '' && <em>{before} </em>}
      {filter.items.map((item, i) => {
        const apart = item.kind === 'group';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is known by its place
          <Fragment key={i}>
            {i > 0 && <em> {between} </em>}
            {apart && '('}
            <FilterText filter={item} relations={relations} />
            {apart && ')'}
          </Fragment>
        );
      })}
    </>
  );
}

function ConditionText({ filter, relations }: { filter: Condition } & Pick<FilterTextProps, 'relations'>) {
  const { table } = useTable();
  const column = table.columns.find(({ name }) => name === filter.column);
  const relation = relations.get(filter.column);
  const reference = relation?.key.columns.length === 1 && filter.path === undefined ? relation : undefined;
  const read = column && parseCondition(column, filter, reference !== undefined);
  if (!column || !read) return <code>{formatNested(filter)}</code>;
  const { operator, values } = read;
  const { keys } = parsePath(filter.path ?? '');
  return (
    <>
      <span dir="auto">{column.title}</span>
      {keys.length > 0 && <code> {formatKeys(keys)}</code>} <em>{operator.label}</em>
      {values.map((value, i) => {
        const text = formatOperandValue(column, operator, value, filter.path !== undefined);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: values have no identity but their place
          <Fragment key={i}>
            {i === 0 ? ' ' : operator.operand === 'search' ? ' in ' : ', '}
            {reference && isRowReference(value) ? (
              <ReferenceTitle relation={reference} value={value} />
            ) : (
              <span dir="auto">{text}</span>
            )}
          </Fragment>
        );
      })}
    </>
  );
}
