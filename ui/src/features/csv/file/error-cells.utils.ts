/** Begins a cell that contains an error of the spreadsheet instead of a value. */
const errorMarker = '\u0001';

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

/** Marks a cell of a file if it contains an error, so that it is not imported as a text. */
export function markErrorCell(cell: string): string {
  return cell.startsWith('#') && errorNames.has(cell.slice(1).trimEnd()) ? errorMarker + cell : cell;
}

/** Returns the error in a marked cell (`#N/A`); undefined for other cells. */
export function findCellError(cell: string): string | undefined {
  return cell.startsWith(errorMarker) ? cell.slice(errorMarker.length) : undefined;
}
