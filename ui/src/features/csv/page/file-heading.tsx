import { type ReactNode, useEffect, useRef } from 'react';
import styles from './import-page.module.css';

export interface FileHeadingProps {
  file: File;
  children: ReactNode;
}

/** Which file a step is about. The step before is gone, so the focus goes on here. */
export function FileHeading({ file, children }: FileHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header className={styles.file}>
      <h2 ref={heading} tabIndex={-1} dir="auto">
        {file.name}
      </h2>
      {children}
    </header>
  );
}
