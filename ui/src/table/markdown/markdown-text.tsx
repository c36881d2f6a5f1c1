import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode, useMemo } from 'react';
import { parseMentionLink } from '@/data/comments/mentions';
import { useUser } from '@/lib/auth/session';
import styles from './markdown-text.module.css';

/** Protocols of links. Others, such as javascript:, are shown as text. */
const safeLink = /^(https?:|mailto:|tel:|\/(?!\/))/i;

/** Maximum depth of nested lists and quotes; deeper ones are shown as their source. */
const maxDepth = 8;

export interface MarkdownTextProps {
  text: string;
  /** Renders headings and tables, for a document. In a comment, headings are bold text, and tables are their source. */
  isDocument?: boolean;
}

/**
 * Renders Markdown as React elements. HTML is shown as text, and pictures as links, so that reading a text sends no
 * request to another site.
 */
export function MarkdownText({ text, isDocument = false }: MarkdownTextProps) {
  const blocks = useMemo(() => lexer(text, { gfm: true, breaks: !isDocument }), [text, isDocument]);
  return (
    <div className={styles.text} dir="auto">
      {isDocument ? blocks.map(renderBlock) : renderTokens(blocks, 0)}
    </div>
  );
}

/** Renders a block of a document: headings and tables as such, others as in a comment. */
function renderBlock(token: Token, index: number): ReactNode {
  if (token.type === 'heading') {
    const Heading = token.depth === 1 ? 'h2' : 'h3';
    return <Heading key={index}>{renderTokens((token as Tokens.Heading).tokens, 1)}</Heading>;
  }
  if (token.type === 'table') return <MarkdownTable key={index} table={token as Tokens.Table} />;
  return <Fragment key={index}>{renderToken(token, 0)}</Fragment>;
}

function MarkdownTable({ table: { header, rows } }: { table: Tokens.Table }) {
  return (
    <div className={styles.tableFrame}>
      <table>
        <thead>
          <tr>
            {header.map((cell, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity
              <th key={i} scope="col" align={cell.align ?? undefined}>
                {renderTokens(cell.tokens, 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity
            <tr key={row}>
              {cells.map((cell, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity
                <td key={i} align={cell.align ?? undefined}>
                  {renderTokens(cell.tokens, 1)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderTokens(tokens: readonly Token[] | undefined, depth: number): ReactNode {
  if (!tokens) return null;
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity, and their elements no state
  return tokens.map((token, i) => <Fragment key={i}>{renderToken(token, depth)}</Fragment>);
}

function renderToken(token: Token, depth: number): ReactNode {
  if (depth > maxDepth) return token.raw;
  const children = 'tokens' in token ? token.tokens : undefined;
  const content = () => renderTokens(children, depth + 1);
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'paragraph':
      return <p>{content()}</p>;
    case 'heading':
      // The headings of a comment are not headings of the page.
      return (
        <p>
          <strong>{content()}</strong>
        </p>
      );
    case 'strong':
      return <strong>{content()}</strong>;
    case 'em':
      return <em>{content()}</em>;
    case 'del':
      return <del>{content()}</del>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{content()}</blockquote>;
    case 'list':
      return renderList(token as Tokens.List, depth);
    case 'link':
    case 'image':
      return <SafeLink href={token.href}>{children ? content() : token.text || token.href}</SafeLink>;
    case 'escape':
      return token.text;
    case 'text':
      return children ? content() : token.text;
    default:
      // HTML, tables, and tokens of later versions.
      return token.raw;
  }
}

function renderList({ ordered, start, items }: Tokens.List, depth: number): ReactNode {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List start={typeof start === 'number' ? start : undefined}>
      {items.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity
        <li key={i}>
          {item.task && <input type="checkbox" checked={item.checked === true} disabled />}
          {renderTokens(
            item.tokens.filter(({ type }) => type !== 'checkbox'),
            depth + 1,
          )}
        </li>
      ))}
    </List>
  );
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
