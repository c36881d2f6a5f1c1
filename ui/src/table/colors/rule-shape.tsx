import type { RuleColor } from '@/data/query/colors/color-rules';
import styles from './rule-mark.module.css';

const paths: Record<RuleColor, string> = {
  red: 'M6 1 11.5 11H.5Z',
  orange: 'M6 .5 11.5 6 6 11.5.5 6Z',
  yellow: 'M1.5 1.5h9v9h-9Z',
  green: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1Z',
  blue: 'm6 .5 1.6 3.6 3.9.4-2.9 2.6.8 3.9L6 9l-3.4 2 .8-3.9L.5 4.5l3.9-.4Z',
  purple: 'M3.2 1h5.6l2.8 5-2.8 5H3.2L.4 6Z',
};

export interface RuleShapeProps {
  color: RuleColor;
  /** The description of the rule for screen readers; without it, the shape is decorative. */
  label?: string;
}

/** The shape of a rule's color, which distinguishes rules without color. */
export function RuleShape({ color, label }: RuleShapeProps) {
  const shape = { viewBox: '0 0 12 12', width: 10, height: 10, className: styles.shape, 'data-rule': color };
  const path = <path d={paths[color]} fill="currentColor" />;
  if (label === undefined) {
    return (
      <svg {...shape} aria-hidden>
        {path}
      </svg>
    );
  }
  return (
    <svg {...shape} role="img" aria-label={label}>
      <title>{label}</title>
      {path}
    </svg>
  );
}
