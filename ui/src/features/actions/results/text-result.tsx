import { Button } from '@/components/controls/button';
import { CopyButton } from '@/components/controls/copy-button';
import type { Action } from '@/lib/api.gen';
import { MarkdownText } from '@/table/markdown/markdown-text';
import { actionsMessages } from '../actions-messages';
import { saveText } from './download';
import styles from './result-view.module.css';

const messages = actionsMessages.result;

/** Maximum number of characters that are displayed: browsers lay out longer texts slowly. */
const maxShown = 100_000;

export interface TextResultProps {
  action: Action;
  text: string;
  isMarkdown: boolean;
}

/** A text or a Markdown document, with copy and download. Shows the beginning of a very long text. */
export function TextResult({ action, text, isMarkdown }: TextResultProps) {
  const shown = text.length > maxShown ? text.slice(0, maxShown) : text;
  return (
    <>
      {isMarkdown ? (
        <div className={styles.document}>
          <MarkdownText text={shown} isDocument />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard user must be able to scroll the text
        <section className={styles.text} dir="auto" tabIndex={0} aria-label={messages.text}>
          {shown}
        </section>
      )}
      {shown !== text && <p className={styles.note}>{messages.shortened(shown.length, text.length)}</p>}
      <ResultTools text={text} fileName={`${action.name}.${isMarkdown ? 'md' : 'txt'}`} />
    </>
  );
}

/** The buttons that copy a text or download it as a file. */
export function ResultTools({ text, fileName }: { text: string; fileName: string }) {
  return (
    <div className={styles.tools}>
      <CopyButton text={text} />
      <Button size="sm" onClick={() => saveText(fileName, text)}>
        {messages.download}
      </Button>
    </div>
  );
}
