import { ArrowDown, ArrowUp, Star } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { Checkbox } from '@/components/controls/checkbox';
import { IconButton } from '@/components/controls/icon-button';
import { Dialog } from '@/components/overlays/dialog';
import { getPersonalStore, getPersonalTableId, usePersonalSettings } from '@/data/home/personal-store';
import type { Table } from '@/lib/api.gen';
import { useSchema, useStorageId } from '@/lib/auth/session';
import { shellMessages } from '../shell-messages';
import styles from './customize-sidebar.module.css';
import { arrangeTables, groupTables, type TableGroup } from './sidebar.utils';

const messages = shellMessages.customize;

export interface CustomizeSidebarProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog in which a user hides tables of the sidebar, moves them within their group, and chooses favorites. */
export function CustomizeSidebar({ open, onOpenChange }: CustomizeSidebarProps) {
  const schema = useSchema();
  const storageId = useStorageId();
  const settings = usePersonalSettings(storageId);
  const store = getPersonalStore(storageId);
  const { groups } = arrangeTables(
    groupTables(schema),
    { ...settings, favorites: [], hidden: [] },
    () => false,
  );
  const move = (tables: readonly Table[], from: number, to: number) => {
    const ids = groups.flatMap((group) => {
      const own = group.tables.map(getPersonalTableId);
      const moved = own[from];
      return group.tables === tables && moved !== undefined
        ? own.toSpliced(from, 1).toSpliced(to, 0, moved)
        : own;
    });
    store.change({ order: ids });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={messages.title}
      description={messages.hint}
      footer={
        <>
          <Button onClick={() => store.change({ favorites: [], hidden: [], order: [], hidesCounts: false })}>
            {messages.reset}
          </Button>
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            {messages.done}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the check box is the control */}
      <label className={styles.counts}>
        <Checkbox
          checked={!settings.hidesCounts}
          onCheckedChange={() => store.change({ hidesCounts: !settings.hidesCounts })}
        />
        {messages.counts}
      </label>
      {groups.map((group) => (
        <GroupList
          key={group.heading ?? ''}
          group={group}
          favorites={settings.favorites}
          hidden={settings.hidden}
          onMove={(from, to) => move(group.tables, from, to)}
          onToggleFavorite={(id) => store.toggleFavorite(id)}
          onToggleHidden={(id) => store.toggleHidden(id)}
        />
      ))}
    </Dialog>
  );
}

interface GroupListProps {
  group: TableGroup;
  favorites: readonly string[];
  hidden: readonly string[];
  onMove: (from: number, to: number) => void;
  onToggleFavorite: (id: string) => void;
  onToggleHidden: (id: string) => void;
}

function GroupList({ group, favorites, hidden, onMove, onToggleFavorite, onToggleHidden }: GroupListProps) {
  const heading = group.heading ?? shellMessages.tables;
  return (
    <section className={styles.group}>
      <h3 className={styles.heading} dir="auto">
        {heading}
      </h3>
      <ul aria-label={heading}>
        {group.tables.map((table, index) => {
          const id = getPersonalTableId(table);
          const isFavorite = favorites.includes(id);
          return (
            <li key={id} className={styles.row}>
              <Checkbox
                id={undefined}
                aria-label={messages.show(table.title)}
                checked={!hidden.includes(id)}
                onCheckedChange={() => onToggleHidden(id)}
              />
              <span className={styles.title} dir="auto">
                {table.title}
              </span>
              <IconButton
                size="sm"
                label={isFavorite ? messages.removeFavorite(table.title) : messages.addFavorite(table.title)}
                aria-pressed={isFavorite}
                icon={<Star aria-hidden data-full={isFavorite || undefined} className={styles.star} />}
                onClick={() => onToggleFavorite(id)}
              />
              <IconButton
                size="sm"
                label={messages.moveUp(table.title)}
                disabled={index === 0}
                icon={<ArrowUp aria-hidden />}
                onClick={() => onMove(index, index - 1)}
              />
              <IconButton
                size="sm"
                label={messages.moveDown(table.title)}
                disabled={index === group.tables.length - 1}
                icon={<ArrowDown aria-hidden />}
                onClick={() => onMove(index, index + 1)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
