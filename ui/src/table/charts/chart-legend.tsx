import { useId } from 'react';
import styles from './chart.module.css';
import { type ChartModel, getPartHue } from './chart-model';
import { ChartPatterns, getPatternFill } from './shapes/chart-patterns';
import { formatMarkerPath, getLineDashes } from './shapes/line-shapes';

/** The names of a chart's parts, each with its color and its pattern or line. */
export function ChartLegend({ model }: { model: ChartModel }) {
  const id = useId();
  const isLine = model.spec.type === 'line';
  return (
    <ul className={styles.legend}>
      {model.parts.map((part, i) => {
        const pattern = getPatternFill(id, i, part);
        return (
          <li key={part.id}>
            <svg width="18" height="12" data-hue={getPartHue(i, part)} aria-hidden="true">
              <ChartPatterns id={id} />
              {isLine ? (
                <>
                  <path d="M0,6 h18" className={styles.line} strokeDasharray={getLineDashes(i)} />
                  <path d={formatMarkerPath(i, 9, 6, 3.5)} className={styles.fill} />
                </>
              ) : (
                <>
                  <rect width="18" height="12" rx="2" className={styles.fill} />
                  {pattern && <rect width="18" height="12" rx="2" fill={pattern} />}
                </>
              )}
            </svg>
            {part.text}
          </li>
        );
      })}
    </ul>
  );
}
