import { useMemo, useState } from 'react';
import { Popover } from '@/components/overlays/popover';
import { useZone } from '@/lib/browser/use-zone';
import { getChosenZone, getDeviceZone, listZones, setZone } from '@/lib/browser/zone';
import { cx } from '@/lib/cx';
import { Combobox, ComboboxList, type ComboboxOption } from './combobox';
import styles from './zone-select.module.css';

/** No IANA zone has this name: the choice not to choose. */
const deviceOption = 'device';

const formatZoneName = (zone: string) => zone.replaceAll('_', ' ');

function useZoneOptions(): readonly ComboboxOption[] {
  return useMemo(
    () => [
      { value: deviceOption, label: 'Like the device', detail: formatZoneName(getDeviceZone()) },
      ...listZones().map((zone) => ({ value: zone, label: formatZoneName(zone) })),
    ],
    [],
  );
}

const selectZone = (value: string | null) => setZone(value === deviceOption ? null : value);

/** The zone in which moments are shown and entered, as a setting. */
export function ZoneSelect() {
  const zone = useZone();
  const own = getChosenZone() === null;
  return (
    <Combobox
      value={own ? deviceOption : zone}
      valueLabel={own ? `Like the device: ${formatZoneName(zone)}` : formatZoneName(zone)}
      options={useZoneOptions()}
      searchLabel="Search time zones…"
      onValueChange={selectZone}
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
          aria-label={`Time zone: ${formatZoneName(zone)}. Change`}
          title="All times are shown and entered in this zone. A time with an offset, like 14:30 +02:00, is taken as written."
        >
          {formatZoneName(zone)}
        </button>
      }
    >
      <ZoneList onChosen={() => setOpen(false)} />
    </Popover>
  );
}

function ZoneList({ onChosen }: { onChosen: () => void }) {
  return (
    <ComboboxList
      value={getChosenZone() ?? deviceOption}
      options={useZoneOptions()}
      label="Search time zones…"
      onChoose={(option) => {
        onChosen();
        selectZone(option.value);
      }}
    />
  );
}
