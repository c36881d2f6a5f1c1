import { useMemo, useState } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { Popover } from '@/components/overlays/popover';
import { useZone } from '@/lib/browser/zone/use-zone';
import { getChosenZone, getDeviceZone, listZones, setZone } from '@/lib/browser/zone/zone';
import { cx } from '@/lib/text/cx';
import { Combobox, ComboboxList } from './combobox';
import type { ComboboxOption } from './combobox.types';
import styles from './zone-select.module.css';

const messages = componentsMessages.timeZone;

/** The option value for the device's time zone; no IANA zone has this name. */
const deviceOption = 'device';

const formatZoneName = (zone: string) => zone.replaceAll('_', ' ');

function useZoneOptions(): readonly ComboboxOption[] {
  return useMemo(
    () => [
      { value: deviceOption, label: messages.system, detail: formatZoneName(getDeviceZone()) },
      ...listZones().map((zone) => ({ value: zone, label: formatZoneName(zone) })),
    ],
    [],
  );
}

const selectZone = (value: string | null) => setZone(value === deviceOption ? null : value);

/** Selects the time zone in which times are shown and entered. */
export function ZoneSelect() {
  const zone = useZone();
  const isDeviceZone = getChosenZone() === null;
  return (
    <Combobox
      value={isDeviceZone ? deviceOption : zone}
      valueLabel={isDeviceZone ? messages.systemZone(formatZoneName(zone)) : formatZoneName(zone)}
      options={useZoneOptions()}
      searchLabel={messages.search}
      onValueChange={selectZone}
    />
  );
}

/** Shows the time zone of the times next to it. A click opens a list that changes it for all times. */
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
          aria-label={messages.change(formatZoneName(zone))}
          title={messages.help}
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
      label={messages.search}
      onChoose={(option) => {
        onChosen();
        selectZone(option.value);
      }}
    />
  );
}
