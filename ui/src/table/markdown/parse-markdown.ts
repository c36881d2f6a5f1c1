import MarkdownIt, { type Token } from 'markdown-it';

/** A block or a span of Markdown. */
export interface MarkdownNode {
  /** The name of markdown-it's token, without `_open`: paragraph, strong, text. */
  type: string;
  /** The name of its HTML element: h1. */
  tag: string;
  /** The text of a node without children. */
  text: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly MarkdownNode[];
}

/** Depth of nested lists and quotes, above which a text is shown as its source. A list has two levels. */
const maxDepth = 20;

/** Length of a text in characters, above which it is shown as its source: rendering it would block the page. */
const maxLength = 256 * 1024;

// markdown-it parses in linear time, also texts that were written to block other parsers.
const parser = new MarkdownIt({ html: false, linkify: true });
parser.options.maxNesting = maxDepth;
// Only addresses with a protocol: `notes.md` is no link.
parser.linkify.set({ fuzzyLink: false });
// SafeLink decides which addresses become links.
parser.validateLink = () => true;

/**
 * Returns the blocks of a Markdown text (CommonMark with tables, strikethrough and links of addresses). HTML is text.
 * Undefined if the text is too deeply nested or too long to render.
 */
export function parseMarkdown(text: string): readonly MarkdownNode[] | undefined {
  if (text.length > maxLength) return undefined;
  const tokens = parser.parse(text, {});
  // The parser omits the contents of deeper blocks.
  if (tokens.some(({ level, nesting }) => nesting === 1 && level >= maxDepth - 1)) return undefined;
  return buildTree(tokens);
}

/** Returns the tree of a flat list of tokens, in which blocks and spans have a token for their start and end. */
function buildTree(tokens: readonly Token[]): MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: MarkdownNode[][] = [root];
  for (const token of tokens) {
    const siblings = open.at(-1) ?? root;
    if (token.nesting === -1) {
      open.pop();
    } else if (token.type === 'inline') {
      siblings.push(...buildTree(token.children ?? []));
    } else {
      const children = buildTree(token.children ?? []);
      siblings.push(toNode(token, children));
      if (token.nesting === 1) open.push(children);
    }
  }
  return root;
}

function toNode(token: Token, children: MarkdownNode[]): MarkdownNode {
  return {
    type: token.hidden ? 'tight' : token.type.replace(/_open$/, ''),
    tag: token.tag,
    text: token.content,
    attributes: Object.fromEntries((token.attrs ?? []).map(([name, value]) => [name, String(value)])),
    children,
  };
}
