import { Check, FileQuestion, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Value } from '@/data/rows/row';
import { formatTimestampTZ } from '@/data/values/dates/datetime.utils';
import { formatLocalTimestamp } from '@/data/values/dates/local-dates';
import { getColumnFileURL } from '@/data/values/file-url';
import { getColumnFormat } from '@/data/values/formats/column-format';
import { isChipText } from '@/data/values/formats/enum-labels';
import { findCountryName, parseHexColor } from '@/data/values/formats/format-text';
import { summarizeJSON } from '@/data/values/formats/json-summary';
import { largeValueSize } from '@/data/values/large-values';
import { formatNestedArray } from '@/data/values/nested-arrays';
import { formatValue, getNullLabel } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { setTitleOnHover } from '@/lib/browser/title-on-hover';
import { useImage } from '@/lib/display/use-image';
import { cx } from '@/lib/text/cx';
import { formatBytes } from '@/lib/text/format';
import { tableMessages } from '@/table/table-messages';
import styles from './cell-value.module.css';
import { ContactText } from './contact-text';
import { EnumChip } from './enum-chip';
import { ProgressBar, RatingStars } from './number-marks';
import { formatPlainValue, formatValueTitle, maxTextLength, shortenText } from './plain-values';

const messages = tableMessages.cells;

export interface CellValueProps {
  column: Column;
  value: Value;
  /** Separates the thousands of a number. */
  grouped?: boolean;
  /** Shows times with seconds and zone and all digits of floats, and distinguishes NULL from an empty text. Default: times to the minute, rounded floats. */
  full?: boolean;
  /** Makes email addresses, phone numbers and web addresses links. Not allowed inside another control. */
  linked?: boolean;
  /** Returns plain values as text without an element. The element around it then has the style and the tooltip. */
  bare?: boolean;
}

/** A value on one line, in a cell, a card or a list. */
export function CellValue(props: CellValueProps) {
  return renderCellValue(props);
}

/**
 * Returns the elements of CellValue. The grid calls this, and this calls further functions instead of components: each
 * component takes time in every cell that a scroll renders.
 */
export function renderCellValue({
  column,
  value,
  grouped = false,
  full = false,
  linked = false,
  bare = false,
}: CellValueProps): ReactNode {
  if (value === null) return renderNull(full ? getNullLabel(column) : undefined);
  const plainText = bare ? formatPlainValue(column, value, grouped) : undefined;
  if (plainText !== undefined) return plainText;
  if (column.array && Array.isArray(value))
    return <ArrayValue {...{ column, grouped, full }} items={value} />;
  if (typeof value === 'boolean') return renderBoolean(value);
  const text = String(value);
  const summary = !full && summarizeJSON(column, text);
  if (summary) return renderText(column, summary, false);
  switch (column.kind) {
    case 'enum':
      return <EnumChip column={column} value={text} />;
    case 'timestamptz':
      return renderTimestamp(column, text, full);
    case 'json':
    case 'composite':
    case 'uuid':
    case 'tsvector':
      return (
        <>
          <code className={cx(styles.text, styles.mono)}>{text.slice(0, maxTextLength)}</code>
          {renderLargeSize(text)}
        </>
      );
    case 'text':
      return isChipText(column, text) ? (
        <EnumChip column={column} value={text} />
      ) : (
        renderText(column, text, linked)
      );
    case 'bytea':
      return <span className={cx(styles.text, styles.faint)}>{formatValue(column, text)}</span>;
    case 'integer':
    case 'numeric':
    case 'float':
      return renderNumber(column, text, grouped, !full);
    default:
      return (
        <span
          className={cx(styles.text, styles.figures)}
          dir="auto"
          {...setTitleOnHover(() => formatValueTitle(column, text))}
        >
          {formatValue(column, value, { grouped, precision: full ? 'full' : 'minute' })}
        </span>
      );
  }
}

/** Renders a number in its format: as text, a progress bar or stars. */
function renderNumber(column: Column, text: string, grouped: boolean, rounded: boolean) {
  const format = getColumnFormat(column);
  const formatted = formatValue(column, text, { grouped, rounded });
  if (format.kind === 'progress' && Number.isFinite(Number(text)))
    return <ProgressBar value={Number(text)} max={format.max} text={formatted} />;
  if (format.kind === 'rating' && Number.isFinite(Number(text)))
    return <RatingStars value={Number(text)} max={format.max} text={formatted} />;
  return (
    <span
      className={cx(styles.text, styles.figures)}
      {...setTitleOnHover(() => formatValueTitle(column, text))}
    >
      {formatted}
    </span>
  );
}

/** Shows NULL: `label`, or by default a faint dash. Set a label where the dash could be mistaken for an empty text. */
function renderNull(label?: string) {
  return label === undefined ? (
    <span className={styles.null} role="img" aria-label={messages.noValue}>
      –
    </span>
  ) : (
    <span className={styles.null}>{label}</span>
  );
}

/** Renders a text in its format: as a picture, a country, a color, code, or with links. */
function renderText(column: Column, text: string, linked: boolean) {
  const url = getColumnFileURL(column, text);
  if (url) return <Thumbnail url={url} path={text} />;
  if (text === '') return <span className={styles.null}>{messages.emptyText}</span>;
  const shortText = shortenText(text);
  const { kind } = getColumnFormat(column);
  const country = kind === 'country' ? findCountryName(text) : undefined;
  if (country !== undefined) {
    return (
      <span className={styles.text} title={text}>
        {country}
      </span>
    );
  }
  const color = kind === 'color' ? parseHexColor(text) : undefined;
  return (
    <>
      {color !== undefined && <span className={styles.swatch} style={{ background: color }} aria-hidden />}
      <span
        className={cx(styles.text, kind === 'code' && styles.mono)}
        dir="auto"
        {...setTitleOnHover(() => formatValueTitle(column, text))}
      >
        {linked ? <ContactText column={column} text={shortText} /> : shortText}
      </span>
      {renderLargeSize(text)}
    </>
  );
}

/** The size of a text that is too large to show; nothing for other texts. Each character is counted as a byte, because counting bytes is slow. */
function renderLargeSize(text: string) {
  return text.length > largeValueSize ? (
    <span className={styles.more}>{formatBytes(text.length)}</span>
  ) : null;
}

/** Shows a boolean: false as a cross, because a dash is NULL. */
function renderBoolean(value: boolean) {
  return (
    <span
      className={styles.boolean}
      data-on={value || undefined}
      role="img"
      aria-label={value ? 'true' : 'false'}
    >
      {value ? <Check size={12} strokeWidth={3} aria-hidden /> : <X size={12} aria-hidden />}
    </span>
  );
}

function renderTimestamp(column: Column, text: string, full: boolean) {
  const zone = full && formatTimestampTZ(text).zone;
  return (
    <span
      className={cx(styles.text, styles.figures)}
      dir="auto"
      {...setTitleOnHover(() => formatValueTitle(column, text))}
    >
      {formatLocalTimestamp(text, { precision: full ? 'full' : 'minute' })}
      {zone && <span className={styles.zone}>{zone}</span>}
    </span>
  );
}

/** Maximum number of items to render. A number states how many more there are. */
const maxItems = 6;

interface ArrayValueProps {
  column: Column;
  items: readonly Value[];
  grouped: boolean;
  full: boolean;
}

function ArrayValue({ column, items, grouped, full }: ArrayValueProps) {
  if (items.length === 0) return <span className={styles.null}>{messages.emptyArray}</span>;
  const element = { ...column, array: false };
  const precision = full ? 'full' : 'minute';
  const format = (item: Value) =>
    item === null
      ? 'NULL'
      : (!full && summarizeJSON(element, String(item))) ||
        formatValue(element, item, { grouped, precision, rounded: !full });
  return (
    <span className={styles.items}>
      {items.slice(0, maxItems).map((item, i) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their position
          key={i}
          className={styles.item}
          data-null={item === null || undefined}
          dir="auto"
          {...(hasPlainForm(column) && setTitleOnHover(() => formatItemTitle(element, item)))}
        >
          {Array.isArray(item) ? formatNestedArray(element, item, format) : format(item)}
        </span>
      ))}
      {items.length > maxItems && (
        <span className={styles.more}>{messages.moreItems(items.length - maxItems)}</span>
      )}
    </span>
  );
}

/** Whether values of the column are numbers, dates, times or ranges, whose plain or ISO form is shown on hover. */
function hasPlainForm({ kind }: Column): boolean {
  return /^(date|time|integer|numeric|float)|range$/.test(kind);
}

/** Returns the tooltip of an item: the plain or ISO form of its values, which can be nested. */
function formatItemTitle(element: Column, item: Value): string {
  if (!Array.isArray(item)) return formatValueTitle(element, item);
  return `[${item.map((inner) => formatItemTitle(element, inner) || 'NULL').join(', ')}]`;
}

/** The thumbnail and name of a picture in storage; an icon if the picture can't be loaded. */
function Thumbnail({ url, path }: { url: string; path: string }) {
  const { state, onLoad, onError } = useImage(url);
  const name = path.split('/').at(-1) ?? path;
  return (
    <span className={styles.file}>
      {state === 'failed' ? (
        <span className={styles.noImage} title={messages.noPicture}>
          <FileQuestion size={14} aria-label={messages.noPreview} />
        </span>
      ) : (
        <img className={styles.thumbnail} src={url} alt="" loading="lazy" onLoad={onLoad} onError={onError} />
      )}
      <span className={styles.text} dir="auto">
        {name}
      </span>
    </span>
  );
}
