/** How many columns a table has for the entries; the others share one more. */
export const mostColumns = 200;

/**
 * A spreadsheet takes a cell that begins so for a formula. Also behind a separator, since countries differ in which one splits cells. No
 * two beginnings overlap, so that a text of a million blanks takes no longer than another.
 */
const formula = /((?:^|[;\t\r\n])[^\S;\t\r\n]*)(?=[=+\-@＝＋－＠])/gu;

/** A cell that no spreadsheet computes: an apostrophe makes it a text. */
export function cell(value: string): string {
  return `"${value.replaceAll(formula, "$1'").replaceAll('"', '""')}"`;
}

/** A row of a CSV table (RFC 4180). */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;
