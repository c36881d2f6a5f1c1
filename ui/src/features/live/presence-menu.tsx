import { Globe, Users } from 'lucide-react';
import { use, useSyncExternalStore } from 'react';
import { Button } from '@/components/controls/button';
import { Field } from '@/components/fields/field';
import { Select } from '@/components/fields/select';
import { Avatar } from '@/components/marks/avatar';
import { Popover, PopoverClose } from '@/components/overlays/popover';
import { LiveContext } from '@/data/live/live-state';
import { type Presence, type PresenceMode, presenceModes } from '@/data/live/presence/presence';
import { onPresenceModeChange, readPresenceMode, setPresenceMode } from '@/data/live/presence/presence-mode';
import type { Table } from '@/lib/api.gen';
import { useTablePresence } from '@/table/live/use-presence';
import { useTable } from '@/table/table-context';
import { liveMessages } from './live-messages';
import styles from './presence-menu.module.css';

const messages = liveMessages.presence;

/** Maximum number of avatars; further users are counted. */
const maxAvatars = 3;

/** The avatars of the other users on the table's page. A click lists where they are, and shows the setting. */
export function PresenceMenu() {
  const { table } = useTable();
  const { presence } = use(LiveContext);
  const { state } = useSyncExternalStore(presence.subscribe, presence.snapshot);
  const mode = useSyncExternalStore(onPresenceModeChange, readPresenceMode);
  const users = groupByUser(useTablePresence());
  return (
    <Popover
      align="end"
      className={styles.popover}
      aria-label={messages.title}
      trigger={
        <button type="button" className={styles.trigger} aria-label={messages.label(users.length)}>
          {users.length === 0 ? (
            <Users size={15} aria-hidden />
          ) : (
            users
              .slice(0, maxAvatars)
              .map(([{ user }]) => (
                <Avatar key={user.id} name={user.name} url={user.avatarUrl} size="sm" decorative />
              ))
          )}
          {users.length > maxAvatars && <span className={styles.more}>+{users.length - maxAvatars}</span>}
          {mode === 'public' && <Globe size={12} aria-hidden className={styles.public} />}
        </button>
      }
    >
      <p className={styles.heading}>{users.length > 0 ? messages.here : messages.alone}</p>
      {users.map((locations) => (
        <PresentUser key={locations[0].user.id} locations={locations} table={table} />
      ))}
      <Field
        className={styles.setting}
        label={messages.setting}
        help={state === 'rejected' ? messages.rejected : messages.hints[mode]}
      >
        <Select
          value={mode}
          onValueChange={(value) => setPresenceMode(value as PresenceMode)}
          options={presenceModes.map((value) => ({ value, label: messages.modes[value] }))}
        />
      </Field>
    </Popover>
  );
}

type LocationsOfUser = readonly [Presence, ...Presence[]];

function PresentUser({ locations, table }: { locations: LocationsOfUser; table: Table }) {
  const [{ user, tab }] = locations;
  const edited = locations.find(({ column }) => column !== null)?.column;
  const column = table.columns.find(({ name }) => name === edited);
  const isOnRecord = locations.some(({ record }) => record !== null);
  const { follow } = use(LiveContext);
  return (
    <div className={styles.user}>
      <Avatar name={user.name} url={user.avatarUrl} size="sm" decorative />
      <span className={styles.name} dir="auto">
        {user.name}
      </span>
      <span className={styles.location}>
        {column ? messages.editing(column.title) : isOnRecord ? messages.onRecord : messages.onTable}
      </span>
      <PopoverClose>
        <Button
          size="sm"
          aria-label={messages.followUser(user.name)}
          onClick={() => follow.start({ user, tab })}
        >
          {messages.follow}
        </Button>
      </PopoverClose>
    </div>
  );
}

/** Returns the locations of each user. */
function groupByUser(all: readonly Presence[]): LocationsOfUser[] {
  const byId = new Map<string, LocationsOfUser>();
  for (const location of all) {
    const locations = byId.get(location.user.id);
    byId.set(location.user.id, locations ? [...locations, location] : [location]);
  }
  return [...byId.values()];
}
