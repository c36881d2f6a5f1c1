import { Fragment } from 'react';
import { type Condition, type Filter, formatNested, type Group } from '@/data/query/filters/filters.utils';
import { formatJSONKeys, parsePath } from '@/data/query/filters/json-path.utils';
import { parseCondition } from '@/data/query/operators/operators.utils';
import type { Relation } from '@/data/relations/references';
import { useTable } from '@/table/table-context';
import { tableMessages } from '@/table/table-messages';
import { describeGroupLogic, formatOperandValue, isRowReference } from './filter-text.utils';
import { ReferenceTitle } from './reference-title';

const messages = tableMessages.filters;

export interface FilterTextProps {
  filter: Filter;
  relations: ReadonlyMap<string, Relation>;
}

/** A filter as a sentence: 'Status is draft or Total > 500'. Shows a condition without a description as it is in the URL. */
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
        const isNested = item.kind === 'group';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no identity but its position
          <Fragment key={i}>
            {i > 0 && <em> {between} </em>}
            {isNested && '('}
            <FilterText filter={item} relations={relations} />
            {isNested && ')'}
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
  const condition = column && parseCondition(column, filter, reference !== undefined);
  if (!column || !condition) return <code>{formatNested(filter)}</code>;
  const { operator, values } = condition;
  const { keys } = parsePath(filter.path ?? '');
  return (
    <>
      <span dir="auto">{column.title}</span>
      {keys.length > 0 && <code> {formatJSONKeys(keys)}</code>} <em>{operator.label}</em>
      {values.map((value, i) => {
        const text = formatOperandValue(table, column, operator, value, filter.path !== undefined);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: values have no identity but their position
          <Fragment key={i}>
            {i === 0
              ? ' '
              : operator.operand === 'search'
                ? messages.textSearchLanguage
                : messages.valueSeparator}
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
