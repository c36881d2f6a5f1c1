import { findRowNoun } from '@/data/titles/row-titles';
import type { Column, Table } from '@/lib/api.gen';

/** Normalizes a column name for comparison: "E-Mail Address" and "email_address" are the same. */
export function normalizeColumnName(name: string): string {
  return name.toLocaleLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Normalized names that mean the same in the headers of files. */
const synonymGroups: readonly (readonly string[])[] = [
  ['kind', 'type', 'category'],
  ['status', 'state'],
  ['city', 'town', 'place'],
  ['country', 'nation', 'countrycode'],
  ['address', 'street', 'streetaddress'],
  ['postcode', 'postalcode', 'zip', 'zipcode'],
  ['email', 'emailaddress', 'mail'],
  ['phone', 'phonenumber', 'telephone', 'tel', 'mobile'],
  ['firstname', 'givenname'],
  ['lastname', 'surname', 'familyname'],
  ['company', 'organization', 'organisation'],
  ['website', 'url', 'homepage'],
  ['quantity', 'qty', 'count', 'pieces', 'pcs'],
  ['price', 'unitprice', 'cost'],
  ['amount', 'total', 'sum'],
  ['number', 'no', 'nr', 'num'],
  ['date', 'day'],
  ['dueon', 'duedate', 'due', 'deadline'],
  ['createdat', 'created', 'createdon', 'createddate', 'dateadded'],
  ['updatedat', 'updated', 'modified', 'lastmodified'],
  ['startson', 'startsat', 'startdate', 'start', 'from', 'begin'],
  ['endson', 'endsat', 'enddate', 'end', 'until', 'to'],
  ['birthday', 'birthdate', 'dateofbirth', 'dob'],
  ['stock', 'inventory', 'onhand'],
  ['sku', 'articlenumber', 'itemnumber', 'productcode'],
  ['description', 'desc', 'details'],
  ['note', 'notes', 'comment', 'comments', 'remark', 'remarks'],
  ['color', 'colour'],
];

const firstSynonyms = new Map(
  synonymGroups.flatMap((group) => group.map((name) => [name, group[0] ?? name] as const)),
);

/** Removes the name of the table's rows from a normalized name: "customername" is "name" in customers. */
function removeNoun(table: Table, name: string): string {
  const nouns = [findRowNoun(table) ?? '', table.name, table.title].map(normalizeColumnName);
  const noun = nouns.find((prefix) => prefix !== '' && name.startsWith(prefix)) ?? '';
  return name.slice(noun.length) || name;
}

/** A rule by which a header can name a column: the header and one of the column's names have the same form. */
export interface NameRule {
  toForm: (table: Table, name: string) => string;
  listNames: (column: Column) => readonly string[];
}

const normalize: NameRule['toForm'] = (_, name) => normalizeColumnName(name);
const simplify: NameRule['toForm'] = (table, name) => removeNoun(table, normalizeColumnName(name));
const getReferenceName = ({ name }: Column) => name.replace(/_(id|uuid)$/, '');
/** Returns the names by which a header can name a column. */
export const listAllNames = (column: Column) => [column.name, column.title, getReferenceName(column)];

/** The rules for names of columns in headers, the most reliable first. */
export const nameRules: readonly NameRule[] = [
  { toForm: (_, name) => name, listNames: ({ name }) => [name] },
  { toForm: normalize, listNames: ({ name }) => [name] },
  { toForm: normalize, listNames: ({ title }) => [title] },
  { toForm: normalize, listNames: (column) => [getReferenceName(column)] },
  { toForm: simplify, listNames: listAllNames },
  {
    toForm: (table, name) => {
      const form = simplify(table, name);
      return firstSynonyms.get(form) ?? form;
    },
    listNames: listAllNames,
  },
];

/** Returns the normalized names that a header can contain. */
export function listKnownNames(table: Table): string[] {
  const names = table.columns.flatMap(listAllNames).map(normalizeColumnName);
  return [...new Set(names)].filter((name) => name !== '');
}
