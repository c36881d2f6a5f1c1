import { Star } from 'lucide-react';
import { IconButton } from '@/components/controls/icon-button';
import { getPersonalStore, getPersonalTableId, usePersonalSettings } from '@/data/home/personal-store';
import { useStorageId } from '@/lib/auth/session';
import { useTable } from '@/table/table-context';
import { tableMessages } from '@/table/table-messages';
import styles from './favorite-button.module.css';

const messages = tableMessages.favorites;

/** Adds the table to the user's favorites, or removes it. */
export function FavoriteButton() {
  const { table } = useTable();
  const storageId = useStorageId();
  const id = getPersonalTableId(table);
  const isFavorite = usePersonalSettings(storageId).favorites.includes(id);
  return (
    <IconButton
      size="sm"
      label={isFavorite ? messages.remove : messages.add}
      aria-pressed={isFavorite}
      className={styles.button}
      icon={<Star aria-hidden data-full={isFavorite || undefined} />}
      onClick={() => getPersonalStore(storageId).toggleFavorite(id)}
    />
  );
}
