import { useMemo } from 'react';
import { JSONTree } from '@/components/json-tree/json-tree';
import { filesMessages } from '../../files-messages';
import styles from './json-preview.module.css';
import type { TextPart } from './parts/text-parts';
import { SourceText } from './source-text';

const messages = filesMessages.preview;

export interface JSONPreviewProps {
  parts: readonly TextPart[];
  /** The parts are the whole file. */
  isWhole: boolean;
  parse: (text: string) => unknown;
}

/** Shows JSON as a tree; text that is not complete or not valid as its source, with the reason. */
export function JSONPreview({ parts, isWhole, parse }: JSONPreviewProps) {
  const parsed = useMemo(() => {
    if (!isWhole) return { problem: messages.treeTooLarge };
    try {
      return { value: parse(parts.map(({ text }) => text).join('')) };
    } catch {
      return { problem: messages.invalidJSON };
    }
  }, [parts, isWhole, parse]);
  if (parsed.problem !== undefined) {
    return (
      <>
        <p className={styles.note} role="status">
          {parsed.problem}
        </p>
        <SourceText parts={parts} isCode />
      </>
    );
  }
  return <JSONTree value={parsed.value} className={styles.tree} />;
}
