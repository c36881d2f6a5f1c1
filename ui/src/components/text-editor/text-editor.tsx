import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useFieldControl } from '../fields/field';
import styles from './text-editor.module.css';

export type TextLanguage = 'plain' | 'json' | 'markdown';

export interface TextEditorProps {
  value: string;
  language: TextLanguage;
  placeholder?: string;
  readOnly?: boolean;
  /** Sets the focus when the editor appears, because it replaces a text field that had it. */
  autoFocus?: boolean;
  /** The accessible name, if the editor is not in a Field. */
  label?: string;
  /** Called after a change of the text; for a long text, after a pause. */
  onChange?: (text: string) => void;
}

/** Length in characters from which a text is reported after a pause, because joining its lines takes time. */
const longTextLength = 50_000;

/** Milliseconds without input after which a long text is reported. */
const reportDelay = 400;

/** Length in characters from which a line does not wrap: the browser needs long to wrap a word of this length. */
const longLineLength = 10_000;

/** Length in characters up to which a text is parsed for its colors and compared with the selection. */
const maxParsedLength = 500_000;

const highlightStyle = HighlightStyle.define([
  { tag: [tags.propertyName, tags.link], color: 'var(--accent-text)' },
  { tag: tags.heading, color: 'var(--ink-1)', fontWeight: '600' },
  { tag: [tags.string, tags.quote], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null, tags.monospace], color: 'var(--warn)' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: [tags.processingInstruction, tags.url], color: 'var(--ink-3)' },
]);

/** An editor for texts of megabytes: it renders only the visible part. */
export function TextEditor(props: TextEditorProps) {
  const { value } = props;
  const control = useFieldControl();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const reportedText = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const report = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!view.current) return;
    // The result of toString would be a tree of strings, which the first reader joins: a click on Save, for example.
    reportedText.current = view.current.state.doc.toJSON().join('\n');
    props.onChange?.(reportedText.current);
  });
  const handleChange = useEffectEvent((length: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => report(), length > longTextLength ? reportDelay : 0);
  });
  const createExtensions = useEffectEvent((): Extension[] => [
    ...listFeatures(props),
    EditorView.contentAttributes.of(describeContent(props, control)),
    EditorView.updateListener.of(({ docChanged, state }) => docChanged && handleChange(state.doc.length)),
    EditorView.domEventHandlers({ blur: () => void (timer.current !== undefined && report()) }),
  ]);

  useEffect(() => {
    const state = EditorState.create({ doc: reportedText.current, extensions: createExtensions() });
    const created = host.current ? new EditorView({ state, parent: host.current }) : null;
    view.current = created;
    if (props.autoFocus) created?.focus();
    return () => {
      if (timer.current !== undefined) report();
      view.current = null;
      created?.destroy();
    };
  }, [props.autoFocus]);

  useEffect(() => {
    if (value === reportedText.current || !view.current) return;
    reportedText.current = value;
    const { length } = view.current.state.doc;
    view.current.dispatch({ changes: { from: 0, to: length, insert: value } });
    clearTimeout(timer.current); // the change does not come from the user
    timer.current = undefined;
  }, [value]);

  return <div ref={host} className={styles.editor} data-invalid={control['aria-invalid']} dir="auto" />;
}

function hasLongLine(text: string): boolean {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    if ((end < 0 ? text.length : end) - start > longLineLength) return true;
    if (end < 0) return false;
    start = end + 1;
  }
  return false;
}

/** Returns the extensions of the editor for its properties. Long texts are not highlighted; texts with a very long line do not wrap. */
function listFeatures({
  value,
  language,
  readOnly = false,
  placeholder: hint,
}: TextEditorProps): Extension[] {
  const isParsed = value.length <= maxParsedLength;
  return [
    history(),
    search({ top: true }),
    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
    hasLongLine(value) ? [] : EditorView.lineWrapping,
    EditorState.readOnly.of(readOnly),
    hint ? placeholder(hint) : [],
    isParsed ? [highlightSelectionMatches(), syntaxHighlighting(highlightStyle)] : [],
    isParsed && language === 'json' ? json() : [],
    isParsed && language === 'markdown' ? markdown() : [],
  ];
}

/** Returns the attributes of the element with the text, which a Field cannot set. */
function describeContent(
  { label, language, readOnly }: TextEditorProps,
  control: ReturnType<typeof useFieldControl>,
): Record<string, string> {
  const invalid = control['aria-invalid'];
  const describedBy = control['aria-describedby'];
  return {
    ...(label === undefined && control.id ? { 'aria-labelledby': `${control.id}-label` } : {}),
    ...(label === undefined ? {} : { 'aria-label': label }),
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
    ...(readOnly ? { 'aria-readonly': 'true' } : {}),
    'data-language': language,
  };
}
