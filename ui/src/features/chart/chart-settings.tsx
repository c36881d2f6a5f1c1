import { AreaChart, ChartColumn, ChartLine, ChartPie, Hash, TableProperties } from 'lucide-react';
import { Select } from '@/components/fields/select';
import { hasBuckets } from '@/data/charts/chart-columns';
import { listChartKeyColumns } from '@/data/charts/chart-defaults';
import {
  type ChartBucket,
  type ChartKey,
  type ChartSpec,
  type ChartType,
  chartBuckets,
  chartTypes,
} from '@/data/charts/chart-spec';
import type { Table } from '@/lib/api.gen';
import {
  formatMeasure,
  listColumnOptions,
  measureOptions,
  parseMeasure,
  toKey,
} from '@/table/charts/chart-options';
import { chartsMessages } from '@/table/charts/charts-messages';
import { useTable } from '@/table/table-context';
import { chartMessages as messages } from './chart-messages';
import styles from './chart-view.module.css';

const icons: Record<ChartType, typeof Hash> = {
  bar: ChartColumn,
  line: ChartLine,
  area: AreaChart,
  pie: ChartPie,
  number: Hash,
  pivot: TableProperties,
};

export interface ChartSettingsProps {
  spec: ChartSpec;
  /** Returns the column by which the chart groups rows, with a period for its dates. */
  chooseKey: (name: string) => Promise<ChartKey | undefined>;
  onChange: (spec: ChartSpec) => void;
}

/** The choices of a chart: its type, what it measures, and how its rows are grouped. */
export function ChartSettings({ spec, chooseKey, onChange }: ChartSettingsProps) {
  const { table } = useTable();
  const { type, by, split } = spec;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex container in all browsers
    <div className={styles.settings} role="group" aria-label={messages.settings}>
      <ChartTypes spec={spec} onChange={onChange} />
      <Setting label={messages.value}>
        <Select
          aria-label={messages.value}
          value={formatMeasure(spec)}
          options={measureOptions(table)}
          onValueChange={(value) => onChange({ ...spec, ...parseMeasure(value) })}
        />
      </Setting>
      {type !== 'number' && (
        <>
          <Setting label={messages.by}>
            <Select
              aria-label={messages.by}
              value={by?.column ?? ''}
              options={listColumnOptions(table)}
              onValueChange={(column) => void chooseKey(column).then((by) => onChange({ ...spec, by }))}
            />
          </Setting>
          <PeriodSetting table={table} value={by} onChange={(next) => onChange({ ...spec, by: next })} />
        </>
      )}
      {type !== 'number' && type !== 'pie' && (
        <Setting label={messages.split}>
          <Select
            aria-label={messages.split}
            value={split?.column ?? ''}
            options={[
              { value: '', label: messages.none },
              ...listColumnOptions(table).filter(({ value }) => value !== by?.column),
            ]}
            onValueChange={(column) => void chooseKey(column).then((split) => onChange({ ...spec, split }))}
          />
        </Setting>
      )}
    </div>
  );
}

/** The buttons that select the type of a chart. */
function ChartTypes({ spec, onChange }: Pick<ChartSettingsProps, 'spec' | 'onChange'>) {
  const { table } = useTable();
  return (
    <ul className={styles.types} aria-label={messages.type}>
      {chartTypes.map((each) => {
        const Icon = icons[each];
        return (
          <li key={each}>
            <button
              type="button"
              className={styles.type}
              aria-pressed={each === spec.type}
              onClick={() => onChange(withType(table, spec, each))}
            >
              <Icon size={15} aria-hidden />
              {chartsMessages.types[each]}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Setting({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className={styles.setting}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  );
}

interface PeriodSettingProps {
  table: Table;
  value: ChartKey | undefined;
  onChange: (key: ChartKey) => void;
}

function PeriodSetting({ table, value, onChange }: PeriodSettingProps) {
  const column = table.columns.find(({ name }) => name === value?.column);
  if (!value || !column || !hasBuckets(column)) return null;
  const buckets = chartBuckets.map((bucket) => ({ value: bucket, label: chartsMessages.buckets[bucket] }));
  return (
    <Setting label={messages.period}>
      <Select
        aria-label={messages.period}
        value={value.bucket ?? ''}
        options={[...buckets, { value: '', label: messages.eachValue }]}
        onValueChange={(bucket) => onChange({ ...value, bucket: (bucket || undefined) as ChartBucket })}
      />
    </Setting>
  );
}

/** Returns the chart with another type. A chart with groups needs a column for them, by month if it is a date. */
function withType(table: Table, spec: ChartSpec, type: ChartType): ChartSpec {
  const first = listChartKeyColumns(table)[0];
  const by = spec.by ?? (type === 'number' ? undefined : first && toKey(table, first.name));
  return { ...spec, type, by };
}
