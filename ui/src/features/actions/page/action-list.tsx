import { ChevronDown, TriangleAlert, Zap } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { EmptyState } from '@/components/feedback/empty-state';
import { Input } from '@/components/fields/input';
import { PageHeader } from '@/components/page-header';
import { listVisibleActions } from '@/data/actions/offers/offers';
import type { Action, Schema } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import { ActionIcon } from '@/table/actions/action-icon';
import { actionsMessages } from '../actions-messages';
import styles from './actions-page.module.css';
import { RunHistory } from './run-history';

const messages = actionsMessages.page;

/** Number of actions from which a search is useful. */
const minSearchable = 8;

/** All actions that the user can run, by the table that they are about. */
export function ActionList() {
  const schema = useSchema();
  const [search, setSearch] = useState('');
  const actions = listVisibleActions(schema);
  const matching = actions.filter((action) => matches(action, search));
  const groups = groupActions(schema, matching);
  return (
    <div className={styles.page}>
      <PageHeader title={actionsMessages.title} />
      <div className={styles.column}>
        <SchemaWarnings />
        {actions.length === 0 ? (
          <EmptyState icon={<Zap aria-hidden />} title={messages.empty}>
            {messages.emptyHint}
          </EmptyState>
        ) : (
          <>
            {actions.length >= minSearchable && (
              <Input
                type="search"
                className={styles.search}
                aria-label={messages.search}
                placeholder={messages.search}
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
            )}
            {matching.length === 0 && <p className={styles.note}>{messages.noMatches}</p>}
            {groups.map(({ heading, actions: grouped }) => (
              <section key={heading} className={styles.section} aria-label={heading}>
                <h2 className={styles.heading} dir="auto">
                  {heading}
                </h2>
                <ul className={styles.list}>
                  {grouped.map((action) => (
                    <ActionItem key={action.id} action={action} />
                  ))}
                </ul>
              </section>
            ))}
            <RunHistory />
          </>
        )}
      </div>
    </div>
  );
}

function ActionItem({ action }: { action: Action }) {
  return (
    <li>
      <Link href={hrefs.action(action.id)} className={styles.item}>
        <span className={styles.icon}>
          <ActionIcon name={action.icon} size={18} />
        </span>
        <span className={styles.itemText}>
          <strong dir="auto">{action.title}</strong>
          <small dir="auto">{action.unavailable || action.description}</small>
        </span>
      </Link>
    </li>
  );
}

function matches({ title, name, description }: Action, search: string): boolean {
  const text = [title, name, description].join(' ').toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface ActionGroup {
  heading: string;
  actions: readonly Action[];
}

/** Groups actions by the first table that offers them; then general actions, then edge functions. */
function groupActions(schema: Schema, actions: readonly Action[]): readonly ActionGroup[] {
  const groups = new Map<string, Action[]>();
  const headings = actions.map((action) => {
    const [offer] = action.offers;
    const table = offer && findTable(schema, offer.schema, offer.table);
    if (table) return messages.ofTable(table.title);
    return action.kind === 'edge' ? messages.edge : messages.others;
  });
  for (const [i, action] of actions.entries()) {
    const heading = headings[i] ?? '';
    groups.set(heading, [...(groups.get(heading) ?? []), action]);
  }
  const last = [messages.others, messages.edge];
  return [...groups]
    .map(([heading, grouped]) => ({ heading, actions: grouped }))
    .toSorted(
      (a, b) => last.indexOf(a.heading) - last.indexOf(b.heading) || a.heading.localeCompare(b.heading),
    );
}

/** The problems in comments and declarations. The server sends them to owners only. */
function SchemaWarnings() {
  const { warnings } = useSchema();
  if (warnings.length === 0) return null;
  return (
    <details className={styles.warnings}>
      <summary>
        <TriangleAlert size={14} aria-hidden />
        <span>{messages.warnings(warnings.length)}</span>
        <ChevronDown size={14} aria-hidden className={styles.expand} />
      </summary>
      <p className={styles.note}>{messages.warningsHint}</p>
      <ul>
        {warnings.map(({ object, tag, message }) => (
          <li key={[object, tag, message].join('\n')}>
            <code>{[object, tag && `@${tag}`].filter(Boolean).join(' ')}</code>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
