import { Link } from 'wouter';
import styles from '../chart.module.css';
import type { ChartModel } from '../chart-model';
import { chartsMessages as messages } from '../charts-messages';

/** One number over all rows, with a link to them. The title of the chart above it describes it. */
export function NumberChart({ model, isTile }: { model: ChartModel; isTile: boolean }) {
  const href = model.hrefOf(0, 0);
  const text = model.format(model.data.values[0]?.[0] ?? null);
  return (
    <div className={styles.number} data-compact={isTile || undefined}>
      {href ? (
        <Link href={href} className={styles.figureValue} title={messages.openRows}>
          {text}
        </Link>
      ) : (
        <span className={styles.figureValue}>{text}</span>
      )}
    </div>
  );
}
