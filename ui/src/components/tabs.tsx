import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './tabs.module.css';

export interface TabsProps extends Omit<ComponentProps<typeof Radix.Root>, 'onChange'> {
  tabs: readonly { value: string; label: ReactNode; icon?: ReactNode }[];
  /** Names the list of tabs. */
  label: string;
}

/** One of several views of the same thing. Children are TabPanels, or anything that follows `value`. */
export function Tabs({ tabs, label, className, children, ...props }: TabsProps) {
  return (
    <Radix.Root className={className} {...props}>
      <Radix.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={styles.tab}>
            {tab.icon}
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

export function TabPanel({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cx(styles.panel, className)} {...props} />;
}
