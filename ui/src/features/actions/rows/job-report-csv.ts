import type { ActionRun, RunItem } from '@/data/actions/runs/run.types';
import { formulaPattern } from '@/lib/text/formula';
import { actionsMessages } from '../actions-messages';
import { saveText } from '../results/download';

const messages = actionsMessages.job;

/** Formats the report of a run as a CSV file: the key, heading, outcome and result of each row. */
async function formatReport(items: readonly RunItem[]): Promise<string> {
  const { default: Papa } = await import('papaparse');
  const lines = items.map(({ key, heading, outcome, note }) => [
    key.map(({ value }) => value).join(' '),
    heading,
    messages.outcomes[outcome],
    note,
  ]);
  // A value must not become a formula in the spreadsheet that opens the file.
  const csv = Papa.unparse([messages.columns, ...lines], { escapeFormulae: formulaPattern });
  return `\ufeff${csv}`; // the byte order mark declares UTF-8
}

/** Downloads the report of a run. */
export async function downloadReport(run: ActionRun, items: readonly RunItem[]): Promise<void> {
  const name = run.title.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
  saveText(messages.fileName(name), await formatReport(items));
}
