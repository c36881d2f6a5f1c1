/** Tests of the names of columns, by which a title is found. */

/** A test of a column's name by its words, without the words of the table's name at the start: `customer_name` in `customers` is ['name']. */
type NameTest = (words: readonly string[]) => boolean;

const isNamed =
  (...names: readonly string[]): NameTest =>
  (words) =>
    names.includes(words.join(' '));
const endsWith =
  (...names: readonly string[]): NameTest =>
  (words) =>
    words.length > 1 && names.includes(words.at(-1) ?? '');

export const isFirstName = isNamed(
  ...['first name', 'firstname', 'fname', 'given name', 'givenname', 'forename'],
  ...['vorname', 'prénom', 'prenom', 'nombre', 'nome', 'voornaam'],
);
export const isLastName = isNamed(
  ...['last name', 'lastname', 'lname', 'surname', 'family name', 'familyname', 'second name'],
  ...['nachname', 'familienname', 'nom', 'apellido', 'apellidos', 'cognome', 'sobrenome', 'achternaam'],
);
const fullNames = ['name', 'full name', 'fullname', 'display name', 'displayname'];
const numberNames = ['number', 'no', 'nr', 'num', 'code', 'sku', 'reference', 'ref', 'isbn'];

/** Names of which a shipping address consists, in tables that are titled by another value. */
export const isAddressName: NameTest = (words) =>
  ['ship', 'shipping', 'bill', 'billing', 'delivery', 'file', 'host', 'middle'].includes(words[0] ?? '');

/** Numbers and codes that many rows share, or that do not identify a row. */
const isAttributeNumber: NameTest = (words) =>
  /^(phone|fax|mobile|cell|tel|telephone|postal|post|zip|country|region|area|currency|language|house|street|page|line|room|status|type|color|colour|card|vat|tax)$/.test(
    words.at(-2) ?? '',
  );

/** Texts that describe a row but do not identify it. */
export const isAttribute: NameTest = (words) =>
  words.some((word) =>
    /^(status|state|type|kind|category|role|gender|sex|priority|phase|stage|level|class|salutation|courtesy|position|job|occupation|profession|department|result|outcome|action|mode|size|grade|rating|answer|choice|reason|unit|iban|bic|phone|fax|mobile|address|street|city|town|postal|zip|postcode|country|region|area|url|link|website|homepage|path|password|hash|token|secret|photo|picture|image|avatar|icon|color|colour|currency|language|lang|value|locale|timezone|uom|source|method|by|notes?|remarks?|feedback|shift|endpoint|agent|ip|id|key|uuid|guid|abbr|code)$/.test(
      word,
    ),
  );

/** Texts that do not distinguish rows for a reader. */
export const isOpaque: NameTest = (words) =>
  words.some((word) =>
    /^(url|link|path|password|hash|token|secret|photo|picture|image|avatar|icon|color|colour|id|key|uuid|guid|endpoint|agent)$/.test(
      word,
    ),
  );

export const isAuditName: NameTest = (words) =>
  words.at(-1) === 'by' && /^(created|updated|modified|deleted|changed)$/.test(words.at(-2) ?? '');

export const isInsertTime: NameTest = (words) =>
  /^(created|inserted|added|submitted|posted)( (at|on|date|time))?$/.test(words.join(' '));

/** Columns of people, in whose tables a column `title` is a job title or a salutation. */
export const isPersonal: NameTest = (words) =>
  /^(birth ?date|date of birth|birthday|hire ?date|salary|first ?name|last ?name|surname|gender|title of courtesy|reports to)/.test(
    words.join(' '),
  );

export const peopleNouns =
  /^(person|people|employee|staff|contact|user|customer|client|member|profile|patient|doctor|teacher|student|lead|guest|candidate|author|actor|attendee|speaker)$/;

/** The names of titles in order of preference: the first test that a column matches determines its rank. */
export const textTests: readonly NameTest[] = [
  isNamed(...fullNames),
  isNamed('title'),
  isNamed('label'),
  isNamed('subject', 'headline', 'heading'),
  endsWith('name', 'fullname'),
  endsWith('description'),
  isNamed('email', 'e mail', 'mail', 'email address', 'e mail address'),
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
  if (isFirstName(words) || isLastName(words) || fullNames.includes(word) || word === 'subtitle')
    return words;
  const [, first, last] =
    /^(\p{L}{3,})(name|title|description|number|code|status|address|city|region|country)$/u.exec(word) ?? [];
  return first && last ? [first, last] : words;
}

/** Long texts of which a row consists, such as a note or a message, and not remarks on the row. */
export const isContent = isNamed('text', 'message', 'content', 'body');

export const isJob: NameTest = (words) => words.at(-1) === 'title' || words.includes('job');

export const isStatus: NameTest = (words) =>
  words.some((word) => /^(status|priority|phase|stage|role)$/.test(word));

/** Whether a column is a number or code of the rows. A code with another word is one only if it is unique, as `stock_code` often is not. */
export function isNumberName(words: readonly string[], isUnique: boolean): boolean {
  if (isAttributeNumber(words)) return false;
  const isNumber =
    isNamed(...numberNames)(words) || endsWith('number', 'no', 'nr', 'num', 'sku', 'isbn')(words);
  return isNumber || (isUnique && endsWith(...numberNames)(words));
}
