/** Tests of the names of columns, by which a title is found. */

/** A test of a column's name by its words, without the words of the table's name at the start: `customer_name` in `customers` is ['name']. */
type NameTest = (words: readonly string[]) => boolean;

const matches =
  (pattern: RegExp): NameTest =>
  (words) =>
    pattern.test(words.join(' '));
const hasWord =
  (pattern: RegExp): NameTest =>
  (words) =>
    words.some((word) => pattern.test(word));

export const isFirstName = matches(
  /^(first ?name|fname|given ?name|forename|vorname|pr[ée]nom|nombre|nome|voornaam)$/,
);
export const isLastName = matches(
  /^(last ?name|lname|surname|family ?name|second name|nachname|familienname|nom|apellidos?|cognome|sobrenome|achternaam)$/,
);
const isFullName = matches(/^((full|display) ?)?name$/);
const isNumber = matches(/^(number|no|nr|num|code|sku|reference|ref|isbn)$/);

/** Names of which a shipping address consists, in tables that are titled by another value. */
export const isAddressName = matches(/^(ship|shipping|bill|billing|delivery|file|host|middle)( |$)/);

/** Numbers and codes that many rows share, or that do not identify a row. */
const isAttributeNumber: NameTest = (words) =>
  /^(phone|fax|mobile|cell|tel|telephone|postal|post|zip|country|region|area|currency|language|house|street|page|line|room|sequence|seq|row|version|revision|step|status|type|color|colour|card|vat|tax)$/.test(
    words.at(-2) ?? '',
  );

/** Texts by which a reader does not distinguish rows. */
export const isOpaque = hasWord(
  /^(url|link|path|password|hash|token|secret|photo|picture|image|avatar|icon|color|colour|ip|id|key|uuid|guid|endpoint|agent)$/,
);

const hasAttributeWord = hasWord(
  /^(status|state|type|kind|category|role|gender|sex|priority|phase|stage|level|class|salutation|courtesy|position|job|occupation|profession|department|result|outcome|action|mode|size|grade|rating|answer|choice|reason|unit|iban|bic|phone|fax|mobile|address|street|city|town|postal|zip|postcode|country|region|area|website|homepage|currency|language|lang|value|locale|timezone|uom|source|method|by|notes?|remarks?|feedback|shift|abbr|code|sharing|visibility)$/,
);

/** Texts that describe a row but do not identify it. */
export const isAttribute: NameTest = (words) => isOpaque(words) || hasAttributeWord(words);

/** Columns of people, in whose tables a column `title` is a job title or a salutation. */
export const isPersonal = matches(
  /^(birth ?date|date of birth|birthday|hire ?date|salary|first ?name|last ?name|surname|gender|title of courtesy|reports to)/,
);

export const peopleNouns =
  /^(person|people|employee|staff|contact|user|customer|client|member|profile|patient|doctor|teacher|student|lead|guest|candidate|author|actor|attendee|speaker)$/;

/** The names of titles in order of preference: the first test that a column matches determines its rank. */
export const textTests: readonly NameTest[] = [
  isFullName,
  matches(/^title$/),
  matches(/^label$/),
  matches(/^(subject|headline|heading)$/),
  matches(/ (full)?name$/),
  matches(/ description$/),
  matches(/^(e ?)?mail( address)?$/),
];

/**
 * Splits names in lower case without separators, which schemas that were created without quotes have: 'companyname' is
 * ['company', 'name'], and in a table `products`, 'productcode' is ['product', 'code'].
 */
export function splitLowerName(words: readonly string[], noun: readonly string[]): readonly string[] {
  const [word = ''] = words;
  if (words.length !== 1) return words;
  const subject = noun.join('');
  if (word.length > subject.length + 1 && subject.length > 2 && word.startsWith(subject))
    return [...noun, word.slice(subject.length)];
  if (isFirstName(words) || isLastName(words) || isFullName(words) || word === 'subtitle') return words;
  const [, first, last] =
    /^(\p{L}{3,})(name|title|description|number|code|status|address|city|region|country)$/u.exec(word) ?? [];
  return first && last ? [first, last] : words;
}

/** Times at which something takes place: not those of a change of the row, nor those at which something ends. */
export const isEventTime: NameTest = (words) =>
  !words.some((word) =>
    /^(created|inserted|added|updated|modified|changed|edited|synced|deleted|expires?|expiry|expiration|ends?|until|to)$/.test(
      word,
    ),
  );

/** Long texts of which a row consists, such as a note or a message, and not remarks on the row. */
export const isContent = matches(/^(text|message|content|body)$/);

export const isJob: NameTest = (words) => words.at(-1) === 'title' || words.includes('job');

export const isStatus = hasWord(/^(status|priority|phase|stage|role)$/);

/** Whether a column is a number or code of the rows. A code with another word is one only if it is unique, as `stock_code` often is not. */
export function isNumberName(words: readonly string[], isUnique: boolean): boolean {
  if (isAttributeNumber(words)) return false;
  if (isNumber(words) || matches(/ (number|no|nr|num|sku|isbn)$/)(words)) return true;
  return isUnique && words.length > 1 && isNumber(words.slice(-1));
}
