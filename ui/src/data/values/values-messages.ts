import { formatCount, formatList, formatPlural } from '@/lib/text/format';

/** The texts about values and their errors. A translation is one more file that satisfies `typeof valuesMessages`. */
export const valuesMessages = {
  /** The labels of NULL and of defaults. */
  nullText: 'NULL',
  noValue: 'None',
  defaults: {
    nextNumber: 'Next number',
    now: 'Now',
    you: 'You',
    yourEmail: 'Your e-mail address',
    newID: 'New ID',
    currentTime: 'now',
    automatic: 'Set automatically',
    empty: 'Empty',
    today: 'today',
    days: (count: number) => formatPlural(count, 'day'),
    hours: (count: number) => formatPlural(count, 'hour'),
    sum: (start: string, sign: string, amount: string) => `${start} ${sign} ${amount}`,
  },
  /** The problems with an entered value. */
  problems: {
    required: 'Required',
    multipleValues: 'Enter one value.',
    array: 'Enter one value per line, or a JSON array.',
    item: (position: number, problem: string) => `Item ${position}: ${problem}`,
    uuid: 'Enter a UUID with 32 hexadecimal digits.',
    choice: (labels: readonly string[]) => `Must be one of: ${labels.join(', ')}.`,
    multirange: 'Enter ranges in braces, e.g. {[1,5),[8,9)}.',
    network: 'Enter a network address, e.g. 192.168.0.1.',
    bytea: 'Enter \\x and pairs of hexadecimal digits.',
    tooLong: (max: number, length: number) =>
      `Enter at most ${formatPlural(max, 'character')}; this has ${formatCount(length)}.`,
    boolean: 'Enter true or false.',
    money: 'Enter an amount.',
    jsonNull: (isNullable: boolean) =>
      isNullable
        ? 'JSON null can’t be saved: the REST service turns it into NULL. Choose NULL instead.'
        : 'JSON null can’t be saved: the REST service turns it into NULL, which this column doesn’t allow.',
    json: 'Enter valid JSON.',
    jsonAt: (line: number, character: number) => `Invalid JSON at line ${line}, character ${character}.`,
    date: (example: string) => `Enter a date, e.g. ${example}.`,
    timestamp: (example: string) => `Enter a date and time, e.g. ${example}.`,
    time: (example: string) => `Enter a time, e.g. ${example}.`,
    interval: 'Enter an interval, e.g. “1 day 2 hours” or “02:30”.',
    noSuchDate: 'This date doesn’t exist.',
    noSuchTime: 'This time doesn’t exist.',
    zoneNotAllowed: 'Remove the time zone: this column has none.',
    zoneMissing: 'Add the time zone, e.g. +00:00. It is unknown for a date this far ahead.',
    thousandsSeparators: 'Enter the number without thousands separators.',
    integer: 'Enter a whole number.',
    number: (example: string) => `Enter a number, e.g. ${example}`,
    otherCurrency: (expected: string, entered: string) => `Enter the amount in ${expected}, not ${entered}.`,
    numberRange: (min: string, max: string) => `Enter a number between ${min} and ${max}.`,
    decimals: (max: number) =>
      max <= 0 ? 'Enter a number without decimals.' : `Enter at most ${formatPlural(max, 'decimal')}.`,
    wholeDigits: (max: number) => `Enter at most ${formatPlural(max, 'digit')} before the decimal point.`,
    range: 'Enter a range, e.g. [1,10). [ and ] include a bound, ( and ) exclude it.',
    rangeStart: (problem: string) => `Start: ${problem}`,
    rangeEnd: (problem: string) => `End: ${problem}`,
  },
  /** The requirements of check constraints. */
  checks: {
    expression: (expression: string) => `This rule must be met: ${expression}.`,
    comparison: (title: string, operator: string, value: string) => {
      const relations: Record<string, string> = {
        '<=': 'at most ',
        '>=': 'at least ',
        '<': 'below ',
        '>': 'above ',
        '<>': 'other than ',
      };
      return `${title} must be ${relations[operator] ?? ''}${value}.`;
    },
    length: (title: string, operator: string, length: string) =>
      valuesMessages.checks.comparison(title, operator, `${length} characters long`),
    notEmpty: (title: string) => `${title} must not be empty.`,
    oneOf: (title: string, values: readonly string[]) => `${title} must be one of: ${values.join(', ')}.`,
    required: (title: string) => `${title} is required.`,
    text: (value: string) => `“${value}”`,
  },
  /** Why the database rejected a row. `noun` is the singular of the table's rows. */
  rejections: {
    row: 'row',
    required: (title: string) => `${title} is required.`,
    overlap: (noun: string, titles: readonly string[]) =>
      `This overlaps with another ${noun} in ${formatList(titles)}.`,
    duplicate: (noun: string, titles: readonly string[]) =>
      titles.length === 1
        ? `Another ${noun} already has this ${titles[0]}.`
        : `Another ${noun} already has the same ${formatList(titles)}.`,
    duplicateNextStep: 'Enter a unique value.',
    showDuplicate: 'Show it',
    hiddenReferences: (noun: string) => `Rows that you can’t see still refer to this ${noun}.`,
    references: (table: string, noun: string) => `Rows in ${table} still refer to this ${noun}.`,
    referencesNextStep: 'Change or delete those rows first.',
    showReferences: 'Show them',
    missingTarget: (noun: string) => `There is no ${noun} with this key.`,
    missingTargetNextStep: 'Choose another one, or add it first.',
    openTarget: (table: string) => `Open ${table}`,
    noPartition: (table: string) => `${table} has no partition for this row.`,
    noPartitionNextStep: 'Check the values by which the table is partitioned.',
    domain: (title: string, type: string) => `${title} is not a valid ${type}.`,
    tooLong: (title: string, max: number | null) =>
      max === null ? `${title} is too long.` : `${title} can have at most ${formatPlural(max, 'character')}.`,
    integerRange: (title: string, min: bigint, max: bigint) =>
      `${title} must be a whole number from ${formatCount(min)} to ${formatCount(max)}.`,
    tooLarge: (title: string) => `${title} is too large.`,
    wholeDigits: (title: string, max: number) =>
      `${title} can have at most ${formatPlural(max, 'digit')} before the decimal point.`,
    choice: (title: string, labels: readonly string[]) => `${title} must be one of: ${labels.join(', ')}.`,
    noSuchTime: (title: string) => `${title}: this date or time doesn’t exist.`,
    type: (title: string, type: string) => `${title} must be a value of type ${type}.`,
    policy: (noun: string) => `A policy doesn’t allow you to save this ${noun} with these values.`,
    policyNextStep: (role: string) =>
      `Your role (${role}) can save other values, or none. Ask your admin for access.`,
    missingGrant: (role: string, table: string) => `Your role (${role}) has no grant for this in ${table}.`,
    permission: (role: string, table: string) => `Your role (${role}) can’t do this in ${table}.`,
    dependency: (role: string, name: string) => `Your role (${role}) can’t use “${name}”, which this needs.`,
  },
  /** The labels of a column's summaries. */
  summaries: {
    count: 'Count',
    filled: 'Filled',
    empty: 'Empty',
    sum: 'Sum',
    average: 'Average',
    min: 'Smallest',
    max: 'Largest',
    earliest: 'Earliest',
    latest: 'Latest',
  },
};
