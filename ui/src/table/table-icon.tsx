import {
  Bookmark,
  Building2,
  Calendar,
  ChartColumn,
  Eye,
  FileText,
  Layers,
  Link2,
  List,
  ListChecks,
  type LucideIcon,
  MapPin,
  MessageSquare,
  Package,
  Receipt,
  ScrollText,
  ShoppingBag,
  Table2,
  Tag,
  Thermometer,
  Truck,
  Users,
} from 'lucide-react';
import type { Table } from '@/lib/api.gen';

/**
 * Icons by name, so that the tables of a long list look different. A table has the icon of the first pattern that its name matches:
 * items, tags and messages precede the records to which they belong, so that order_items are items and contact_notes are notes.
 */
const iconPatterns: [RegExp, LucideIcon][] = [
  [/(^|_)(items?|lines?|entries)$/, List],
  [/(^|_)(tags?|categor(y|ies)|labels?)$/, Tag],
  [/message|comment|chat|review|note/, MessageSquare],
  [/customer|client|user|people|person(?!al)|profile|contact|member|employee|staff/, Users],
  [/order|purchase|sale$|cart/, ShoppingBag],
  [/product|stock|inventory|package|parcel/, Package],
  [/deliver|shipment|shipping|vehicle|truck/, Truck],
  [/reading|temperature|sensor|measurement/, Thermometer],
  [/invoice|payment|receipt|transaction|expense/, Receipt],
  [/event|booking|appointment|calendar|schedule|shift/, Calendar],
  [/document|file|attachment|article|page|post/, FileText],
  [/log$|logs$|audit|history/, ScrollText],
  [/tag|categor|label/, Tag],
  [/location|address|place|site|region|countr|cit(y|ies)/, MapPin],
  [/team|compan|organi[sz]ation|department|supplier|vendor/, Building2],
  [/task|todo|issue|ticket|project/, ListChecks],
  [/favou?rite|bookmark/, Bookmark],
];

/** The icon of a table in lists. */
export function TableIcon({ table }: { table: Pick<Table, 'name' | 'kind'> }) {
  const Icon = chooseTableIcon(table);
  return <Icon size={16} strokeWidth={1.75} aria-hidden />;
}

function chooseTableIcon({ name, kind }: Pick<Table, 'name' | 'kind'>): LucideIcon {
  const lower = name.toLowerCase();
  if (kind === 'materialized view') return ChartColumn;
  if (kind === 'view') return Eye;
  if (kind === 'foreign table') return Link2;
  const match = iconPatterns.find(([pattern]) => pattern.test(lower));
  if (match) return match[1];
  return kind === 'partitioned table' ? Layers : Table2;
}
