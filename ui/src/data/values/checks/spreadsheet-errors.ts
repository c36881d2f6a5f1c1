/**
 * The errors of Excel, LibreOffice and Google Sheets, without their `#`. A workbook contains the English names. A CSV file
 * and the clipboard contain those of the program's language: German, French, Spanish, Italian, Portuguese, Dutch.
 */
const errorNames = new Set(
  [
    'N/A REF! DIV/0! VALUE! NAME? NULL! NUM! SPILL! CALC! FIELD! BLOCKED! CONNECT! BUSY! UNKNOWN! GETTING_DATA ERROR!',
    'NV BEZUG! WERT! ZAHL! ÜBERLAUF! KALK! FELD!',
    'VALEUR! NOM? NOMBRE! NUL!',
    'N/D ¡REF! ¡DIV/0! ¡VALOR! ¿NOMBRE? ¡NUM! ¡NULO!',
    'RIF! VALORE! NOME? VALOR! NÚM! NULO!',
    'N/B VERW! WAARDE! NAAM? GETAL! DEEL/0! LEEG!',
  ].flatMap((names) => names.split(' ')),
);

/** Whether a text is an error of a spreadsheet, such as `#N/A`. */
export function isSpreadsheetError(text: string): boolean {
  return text.startsWith('#') && errorNames.has(text.slice(1).trimEnd());
}
