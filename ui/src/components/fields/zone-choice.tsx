import { useMemo, useState } from 'react';
import { Popover } from '@/components/overlays/popover';
import { useZone } from '@/lib/browser/use-zone';
import { chosenZone, deviceZone, setZone, zones } from '@/lib/browser/zone';
import { cx } from '@/lib/cx';
import { Combobox, ComboboxList, type ComboboxOption } from './combobox';
import styles from './zone-choice.module.css';

/** No IANA zone has this name: the choice not to choose. */
const likeDevice = 'device';

const nameOf = (zone: string) => zone.replaceAll('_', ' ');

function useZoneOptions(): readonly ComboboxOption[] {
  return useMemo(
    () => [
      { value: likeDevice, label: 'Like the device', detail: nameOf(deviceZone()) },
      ...zones().map((zone) => ({ value: zone, label: nameOf(zone) })),
    ],
    [],
  );
}

const choose = (value: string | null) => setZone(value === likeDevice ? null : value);

/** The zone in which moments are shown and entered, as a setting. */
export function ZoneSetting() {
  const zone = useZone();
  const own = chosenZone() === null;
  return (
    <Combobox
      value={own ? likeDevice : zone}
      valueLabel={own ? `Like the device: ${nameOf(zone)}` : nameOf(zone)}
      options={useZoneOptions()}
      searchLabel="Search time zones…"
      onValueChange={choose}
    />
  );
}

/** The zone beside what is in it; a click changes it, for all moments. */
export function ZoneButton({ className }: { className?: string | undefined }) {
  const zone = useZone();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      flush
      align="end"
      open={open}
      onOpenChange={setOpen}
      className={styles.popover}
      trigger={
        <button
          type="button"
          className={cx(styles.zone, className)}
          aria-label={`Time zone: ${nameOf(zone)}. Change`}
          title="All times are shown and entered in this zone. A time with an offset, like 14:30 +02:00, is taken as written."
        >
          {nameOf(zone)}
        </button>
      }
    >
      <Zones onChosen={() => setOpen(false)} />
    </Popover>
  );
}

function Zones({ onChosen }: { onChosen: () => void }) {
  return (
    <ComboboxList
      value={chosenZone() ?? likeDevice}
      options={useZoneOptions()}
      label="Search time zones…"
      onChoose={(option) => {
        onChosen();
        choose(option.value);
      }}
    />
  );
}
