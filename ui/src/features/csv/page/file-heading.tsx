import { type ReactNode, useEffect, useRef } from 'react';
import styles from './import-page.module.css';

export interface FileHeadingProps {
  file: File;
  children: ReactNode;
}

/** Heading of a step with the file's name. Takes the focus, because the previous step had it and was removed. */
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
