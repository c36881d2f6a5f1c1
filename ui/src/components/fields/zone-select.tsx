import { useMemo, useState } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { Popover } from '@/components/overlays/popover';
import { useZone } from '@/lib/browser/use-zone';
import { getChosenZone, getDeviceZone, listZones, setZone } from '@/lib/browser/zone';
import { cx } from '@/lib/cx';
import { Combobox, ComboboxList, type ComboboxOption } from './combobox';
import styles from './zone-select.module.css';

const messages = componentsMessages.timeZone;

/** No IANA zone has this name: the choice not to choose. */
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

/** The zone in which moments are shown and entered, as a setting. */
export function ZoneSelect() {
  const zone = useZone();
  const own = getChosenZone() === null;
  return (
    <Combobox
      value={own ? deviceOption : zone}
      valueLabel={own ? messages.systemZone(formatZoneName(zone)) : formatZoneName(zone)}
      options={useZoneOptions()}
      searchLabel={messages.search}
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
