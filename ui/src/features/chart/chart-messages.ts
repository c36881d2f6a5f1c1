/** The texts of the chart view. A translation is one more file that satisfies `typeof chartMessages`. */
export const chartMessages = {
  label: (table: string) => `Chart of ${table}`,
  settings: 'Chart settings',
  type: 'Type',
  value: 'Value',
  by: 'Group by',
  period: 'Period',
  split: 'Split by',
  none: 'None',
  eachValue: 'Each value',
};
