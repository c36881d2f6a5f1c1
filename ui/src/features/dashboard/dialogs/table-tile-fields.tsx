import { useEffect, useMemo, useState } from 'react';
import { Field } from '@/components/fields/field';
import { Select } from '@/components/fields/select';
import { checkChart } from '@/data/charts/chart-defaults';
import { type ChartSpec, type ChartType, chartTypes } from '@/data/charts/chart-spec';
import type { Tile } from '@/data/dashboards/tile';
import type { SavedView } from '@/data/saved-views/saved-views.utils';
import { useSavedViews } from '@/data/saved-views/use-saved-views';
import type { Table } from '@/lib/api.gen';
import {
  formatMeasure,
  listColumnOptions,
  measureOptions,
  parseMeasure,
  toKey,
} from '@/table/charts/chart-options';
import { chartsMessages } from '@/table/charts/charts-messages';
import { useRelations } from '@/table/use-relations';
import { dashboardMessages } from '../dashboard-messages';
import { createRowsTile, createTileChart, type TileKind } from './tile-draft';

const messages = dashboardMessages.addDialog;

export interface TableTileFieldsProps {
  table: Table;
  kind: Exclude<TileKind, 'action'>;
  /** Called with the tile of the current choices, at first that of the defaults. */
  onChange: (tile: Tile) => void;
}

/** The choices of a tile of a table: which records, and for a chart or a number what it computes. */
export function TableTileFields({ table, kind, onChange }: TableTileFieldsProps) {
  const relations = useRelations(table);
  const { ownViews, sharedViews } = useSavedViews(table);
  const [viewId, setViewId] = useState('');
  const [chosen, setChosen] = useState<ChartSpec>();
  const views = [...ownViews, ...sharedViews];
  const view = views.find(({ id }) => id === viewId);
  const spec = useMemo(
    () => chosen ?? createTileChart(table, view, kind, relations),
    [chosen, table, view, kind, relations],
  );
  useEffect(() => onChange(createRowsTile(table, kind, view, spec)), [table, kind, view, spec, onChange]);
  const change = (changes: Partial<ChartSpec>) =>
    spec && setChosen(checkChart(table, { ...spec, ...changes }));
  return (
    <>
      <ViewChoice
        views={views}
        value={viewId}
        onChange={(id) => {
          setViewId(id);
          setChosen(undefined);
        }}
      />
      {kind !== 'list' && spec && (
        <Field label={messages.value}>
          <Select
            value={formatMeasure(spec)}
            options={measureOptions(table)}
            onValueChange={(value) => change(parseMeasure(value))}
          />
        </Field>
      )}
      {kind === 'chart' && spec && (
        <>
          <Field label={messages.groupBy}>
            <Select
              value={spec.by?.column ?? ''}
              options={listColumnOptions(table)}
              onValueChange={(column) =>
                change({ by: toKey(table, column), type: spec.type === 'number' ? 'bar' : spec.type })
              }
            />
          </Field>
          <Field label={messages.type}>
            <Select
              value={spec.type}
              options={chartTypes
                .filter((type) => type !== 'number')
                .map((type) => ({ value: type, label: chartsMessages.types[type] }))}
              onValueChange={(type) => change({ type: type as ChartType })}
            />
          </Field>
        </>
      )}
    </>
  );
}

interface ViewChoiceProps {
  views: readonly SavedView[];
  /** The id of the chosen view; empty for all records. */
  value: string;
  onChange: (id: string) => void;
}

/** Chooses the saved view whose records the tile shows. Shows nothing if the table has no saved views. */
function ViewChoice({ views, value, onChange }: ViewChoiceProps) {
  if (views.length === 0) return null;
  const options = views.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Field label={messages.view}>
      <Select
        value={value}
        onValueChange={onChange}
        options={[{ value: '', label: messages.allRecords }, ...options]}
      />
    </Field>
  );
}
