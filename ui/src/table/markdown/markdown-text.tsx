import { createContext, type ElementType, Fragment, type ReactNode, useContext, useMemo } from 'react';
import { parseMentionLink } from '@/data/comments/mentions';
import { useUser } from '@/lib/auth/session';
import styles from './markdown-text.module.css';
import { type MarkdownNode, parseMarkdown } from './parse-markdown';

/** Protocols of links. Others, such as javascript:, are shown as text. */
const safeLink = /^(https?:|mailto:|tel:|\/(?![/\\]))/i;

/** The start of an item of a task list. */
const taskPattern = /^\[([ xX])\]\s+/;

export interface MarkdownTextProps {
  text: string;
  /** Renders headings, for a document. In a comment, headings are bold text, and line breaks are visible. */
  isDocument?: boolean;
}

const DocumentContext = createContext(false);

/**
 * Renders Markdown as React elements. HTML is shown as text, and pictures as links, so that reading a text sends no
 * request to another site. A text that can't be rendered is shown as its source.
 */
export function MarkdownText({ text, isDocument = false }: MarkdownTextProps) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div className={styles.text} dir="auto">
      <DocumentContext value={isDocument}>
        {blocks ? <Nodes nodes={blocks} /> : <CodeBlock text={text} />}
      </DocumentContext>
    </div>
  );
}

function Nodes({ nodes }: { nodes: readonly MarkdownNode[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: nodes have no identity, and their elements no state
  return nodes.map((node, i) => <Node key={i} node={node} />);
}

/** The elements of nodes that have only contents. */
const elements: Partial<Record<string, ElementType>> = {
  ...{ paragraph: 'p', strong: 'strong', em: 'em', s: 'del', blockquote: 'blockquote', bullet_list: 'ul' },
  ...{ thead: 'thead', tbody: 'tbody', tr: 'tr', tight: Fragment },
};

function Node({ node }: { node: MarkdownNode }): ReactNode {
  const isDocument = useContext(DocumentContext);
  const { start = '1', href = '' } = node.attributes;
  const content = <Nodes nodes={node.children} />;
  const Element = elements[node.type];
  if (Element) return <Element>{content}</Element>;
  switch (node.type) {
    case 'heading':
      return <Heading node={node} isDocument={isDocument} />;
    case 'hardbreak':
      return <br />;
    case 'softbreak':
      return isDocument ? '\n' : <br />;
    case 'hr':
      return <hr />;
    case 'code_inline':
      return <code>{node.text}</code>;
    case 'fence':
    case 'code_block':
      return <CodeBlock text={node.text.replace(/\n$/, '')} />;
    case 'ordered_list':
      return <ol start={Number(start)}>{content}</ol>;
    case 'list_item':
      return <ListItem node={node} />;
    case 'table':
      return (
        <div className={styles.tableFrame}>
          <table>{content}</table>
        </div>
      );
    case 'th':
    case 'td':
      return <TableCell node={node} />;
    case 'link':
      return <SafeLink href={href}>{content}</SafeLink>;
    case 'image':
      return <PictureLink node={node} />;
    default:
      return node.text;
  }
}

function CodeBlock({ text }: { text: string }) {
  return (
    <pre>
      <code>{text}</code>
    </pre>
  );
}

/** The heading of a document. The headings of a comment are bold text, because they are no headings of the page. */
function Heading({ node, isDocument }: { node: MarkdownNode; isDocument: boolean }) {
  const content = <Nodes nodes={node.children} />;
  if (isDocument) return node.tag === 'h1' ? <h2>{content}</h2> : <h3>{content}</h3>;
  return (
    <p>
      <strong>{content}</strong>
    </p>
  );
}

function ListItem({ node }: { node: MarkdownNode }) {
  const [block, ...others] = node.children;
  const [first, ...rest] = block?.children ?? [];
  const task = first?.type === 'text' ? taskPattern.exec(first.text) : null;
  if (!block || !first || !task) {
    return (
      <li>
        <Nodes nodes={node.children} />
      </li>
    );
  }
  const label = { ...block, children: [{ ...first, text: first.text.slice(task[0].length) }, ...rest] };
  return (
    <li>
      <input type="checkbox" checked={task[1] !== ' '} disabled />
      <Nodes nodes={[label, ...others]} />
    </li>
  );
}

function TableCell({ node }: { node: MarkdownNode }) {
  const { style = '' } = node.attributes;
  const align = /left|center|right/.exec(style)?.[0] as 'left' | 'center' | 'right';
  const content = <Nodes nodes={node.children} />;
  return node.type === 'th' ? (
    <th scope="col" align={align}>
      {content}
    </th>
  ) : (
    <td align={align}>{content}</td>
  );
}

function PictureLink({ node }: { node: MarkdownNode }) {
  const { src = '' } = node.attributes;
  return <SafeLink href={src}>{node.children.length > 0 ? <Nodes nodes={node.children} /> : src}</SafeLink>;
}

function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  const userId = parseMentionLink(href);
  if (userId !== undefined) return <Mention userId={userId}>{children}</Mention>;
  if (!safeLink.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** The name of a mentioned user. A mention of the current user is highlighted. */
function Mention({ userId, children }: { userId: string; children: ReactNode }) {
  const isSelf = useUser().id === userId;
  return (
    <span className={styles.mention} data-self={isSelf || undefined}>
      {children}
    </span>
  );
}
