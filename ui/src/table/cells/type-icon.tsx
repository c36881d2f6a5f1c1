import {
  Binary,
  Braces,
  Brackets,
  Calendar,
  CalendarClock,
  Clock,
  Fingerprint,
  Hash,
  Hourglass,
  Image,
  KeyRound,
  Link2,
  type LucideIcon,
  MoveHorizontal,
  Network,
  Search,
  Shapes,
  Tag,
  TextAlignStart,
  ToggleLeft,
  Type,
  UserRound,
} from 'lucide-react';
import { isPeopleTable } from '@/data/relations/people-table';
import { isLongText } from '@/data/values/value.utils';
import type { Column, Kind, Table } from '@/lib/api.gen';

const kindIcons: Record<Kind, LucideIcon> = {
  boolean: ToggleLeft,
  integer: Hash,
  numeric: Hash,
  float: Hash,
  text: Type,
  uuid: Fingerprint,
  date: Calendar,
  time: Clock,
  timetz: Clock,
  timestamp: CalendarClock,
  timestamptz: CalendarClock,
  interval: Hourglass,
  json: Braces,
  bytea: Binary,
  enum: Tag,
  range: MoveHorizontal,
  multirange: MoveHorizontal,
  tsvector: Search,
  network: Network,
  composite: Shapes,
  other: Shapes,
};

export interface TypeIconProps {
  column: Column;
  isKey?: boolean;
  /** The table that the column refers to. */
  target?: Table | undefined;
}

/** The icon of a column: key, reference, file, array or its type. */
export function TypeIcon({ column, isKey = false, target }: TypeIconProps) {
  const Icon = chooseTypeIcon(column, isKey, target);
  return <Icon size={14} strokeWidth={1.75} aria-hidden />;
}

function chooseTypeIcon(column: Column, isKey: boolean, target: Table | undefined): LucideIcon {
  if (target) return isPeopleTable(target) ? UserRound : Link2;
  if (isKey) return KeyRound;
  if ('file' in column.tags) return Image;
  if (column.array) return Brackets;
  return isLongText(column) ? TextAlignStart : kindIcons[column.kind];
}
