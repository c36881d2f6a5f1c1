import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { Select } from '@/components/fields/select';
import { Dialog } from '@/components/overlays/dialog';
import { toast } from '@/components/overlays/toast';
import { useDashboards } from '@/data/dashboards/dashboards';
import { formatTiles, maxTiles } from '@/data/dashboards/tile';
import { nameProblem, normalizeName } from '@/data/saved-views/saved-views.utils';
import { useViewStorage } from '@/data/saved-views/use-saved-views';
import type { Table } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { dashboardMessages } from '../dashboard-messages';
import { useCreateDashboard } from '../use-create-dashboard';
import styles from './dialogs.module.css';
import { createPageTile } from './tile-draft';

const messages = dashboardMessages.addToDialog;

export interface AddToDashboardDialogProps {
  open: boolean;
  onClose: () => void;
  table: Table;
  /** Returns the query string of the table's page. */
  getQuery: () => string;
  /** The name of the saved view that the page shows; '' for none. */
  title: string;
}

/** Asks to which dashboard a table's page is added as a tile. */
export function AddToDashboardDialog({ open, onClose, ...page }: AddToDashboardDialogProps) {
  const formId = useId();
  const { ownViews, dashboards } = useDashboards();
  const own = dashboards.filter(({ isOwn }) => isOwn);
  const storage = useViewStorage(ownViews);
  const { mutateAsync: create } = useCreateDashboard(ownViews);
  const [, navigate] = useLocation();
  const add = useMutation({
    mutationFn: async ({ id, name }: DashboardChoice) => {
      const tile = createPageTile(page.table, page.getQuery(), page.title);
      const dashboard = own.find((each) => each.id === id);
      if (!dashboard) return { id: await create({ name, tiles: [tile] }), name };
      await storage.update(dashboard.view, { query: formatTiles([...dashboard.tiles, tile]) });
      return dashboard;
    },
    onSuccess: ({ id, name }) => {
      onClose();
      toast.done(dashboardMessages.results.added(name), {
        label: dashboardMessages.results.open,
        onClick: () => navigate(hrefs.dashboard(id)),
      });
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !add.isPending && onClose()}
      title={messages.title}
      footer={
        <>
          <Button onClick={onClose} disabled={add.isPending}>
            {messages.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={add.isPending}>
            {messages.add}
          </Button>
        </>
      }
    >
      <DashboardForm
        id={formId}
        choices={own.filter(({ tiles }) => tiles.length < maxTiles)}
        taken={own.map(({ name }) => name)}
        error={add.error}
        onChoose={add.mutate}
      />
    </Dialog>
  );
}

/** The dashboard that the user chose; '' and a name for a new one. */
interface DashboardChoice {
  id: string;
  name: string;
}

interface DashboardFormProps {
  id: string;
  choices: readonly DashboardChoice[];
  taken: readonly string[];
  error: Error | null;
  onChoose: (choice: DashboardChoice) => void;
}

function DashboardForm({ id: formId, choices, taken, error, onChoose }: DashboardFormProps) {
  const [id, setId] = useState(choices[0]?.id ?? '');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = id === '' ? nameProblem(name, taken) : undefined;
    setProblem(found);
    if (found === undefined) onChoose({ id, name: normalizeName(name) });
  };
  return (
    <form id={formId} onSubmit={submit} className={styles.form}>
      {choices.length > 0 && (
        <Field label={messages.dashboard}>
          <Select
            value={id}
            onValueChange={setId}
            options={[
              ...choices.map((each) => ({ value: each.id, label: each.name })),
              { value: '', label: messages.create },
            ]}
          />
        </Field>
      )}
      {id === '' && (
        <Field label={messages.name} error={problem}>
          <Input
            value={name}
            dir="auto"
            autoComplete="off"
            onChange={(event) => {
              setName(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
      )}
      {error && <ErrorNotice error={error} />}
    </form>
  );
}
