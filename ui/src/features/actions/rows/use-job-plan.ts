import { type ArgumentTexts, fillFromRow, formatBody } from '@/data/actions/arguments/action-body';
import { formatUndoBody } from '@/data/actions/arguments/undo-body';
import { findAction } from '@/data/actions/offers/offers';
import { readActionResult } from '@/data/actions/response/action-result';
import type { JobPlan } from '@/data/actions/runs/action-runs';
import type { Row } from '@/data/rows/row';
import { getRowHeading } from '@/data/titles/row-titles';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Action, ActionOffer, Schema, Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { useActionRuns } from '@/table/actions/action-runs-context';
import { actionsMessages } from '../actions-messages';
import { describeCallError } from '../host/use-action-call';
import { describeResult } from '../results/describe-result';

export interface JobStart {
  table: Table;
  offer: ActionOffer;
  rows: readonly Row[];
  /** The arguments that all calls share. */
  texts: ArgumentTexts;
  /** The number of rows, as a text. */
  subject: string;
}

/** Returns the parts of a plan that do not depend on the rows. */
export function useJobTexts(): (
  action: Action,
) => Pick<JobPlan, 'action' | 'offlineText' | 'describeResponse' | 'describeError'> {
  const schema: Schema = useSchema();
  return (action) => ({
    ...{ action, describeError: describeCallError, offlineText: actionsMessages.offline },
    describeResponse: ({ content }, body) => {
      const result = readActionResult(schema, action, content);
      const inverse = findAction(schema, action.undo);
      return {
        note: result.kind === 'none' ? '' : describeResult(action, result, undefined),
        undoBody: inverse && content.kind === 'json' ? formatUndoBody(inverse, body, content.value) : null,
      };
    },
  });
}

/** Returns a function that starts a run over many rows, and resolves with its id. */
export function useJobPlan(action: Action): (start: JobStart) => Promise<string> {
  const runs = useActionRuns();
  const makeTexts = useJobTexts();
  return async ({ table, offer, rows, texts, subject }) => {
    const items = rows.map((row) => ({
      key: getRowKey(table, row) ?? [],
      heading: getRowHeading(table, row),
      body: formatBody(action, { ...texts, ...fillFromRow(table, offer, row) }),
    }));
    const { id } = await runs.startJob({ ...makeTexts(action), subject, table, rowKey: undefined, items });
    return id;
  };
}
