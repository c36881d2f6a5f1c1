import styles from './job-report.module.css';

export interface OutcomeFilterProps {
  isPressed: boolean;
  /** The color of an outcome that is a problem. */
  tone?: 'danger' | 'warn' | undefined;
  label: string;
  onPress: () => void;
}

/** The button that limits a job's report to the rows with one outcome. */
export function OutcomeFilter({ isPressed, tone, label, onPress }: OutcomeFilterProps) {
  return (
    <button
      type="button"
      className={styles.outcome}
      aria-pressed={isPressed}
      data-tone={tone}
      onClick={onPress}
    >
      {label}
    </button>
  );
}
