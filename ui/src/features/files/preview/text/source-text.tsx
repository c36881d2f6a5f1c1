import type { TextPart } from './parts/text-parts';
import styles from './source-text.module.css';

export interface SourceTextProps {
  parts: readonly TextPart[];
  /** Shows line numbers and does not wrap lines. */
  isCode: boolean;
}

/** Shows a text. The browser lays out only the parts that are on the screen. */
export function SourceText({ parts, isCode }: SourceTextProps) {
  let line = 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <div className={styles.source} data-scroll data-code={isCode || undefined} tabIndex={0}>
      {parts.map((part) => {
        const first = line;
        const lines = countLines(part.text);
        line += lines;
        return (
          <div key={part.end} className={styles.part}>
            {isCode && (
              <pre aria-hidden className={styles.numbers}>
                {Array.from({ length: lines }, (_, i) => first + i).join('\n')}
              </pre>
            )}
            <pre dir={isCode ? 'ltr' : 'auto'} className={styles.text}>
              {part.text}
            </pre>
          </div>
        );
      })}
    </div>
  );
}

/** Returns the number of lines. A line break at the end starts no further line. */
function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return text.endsWith('\n') || text === '' ? count : count + 1;
}
