/** How many columns a table has for the entries; the others share one more. */
export const mostColumns = 200;

/**
 * A spreadsheet takes a cell that begins so for a formula. Also behind a separator, since countries differ in which one splits cells; a
 * quotation mark there begins the cell's text. No two beginnings overlap, so that a text of a million blanks takes no longer than another.
 */
const formula = /((?:^[^\S;\t\r\n]*|[;\t\r\n](?:[^\S;\t\r\n]|")*))([=+\-@＝＋－＠][^;\t\r\n]*)/gu;

/** A number, which a spreadsheet may well take for one, or dashes, which people write for nothing: nothing in it calculates. */
const number = /^(?:[+-]?(?:\d{1,15}|\d{1,3}(?:[.,]\d{3})+)(?:[.,]\d{1,15})?%?|-{1,20})$/u;

/**
 * A telephone number with the code of its country, and nothing that calculates: no operator is behind its plus. Not with a dash, since two
 * digits with one between them are subtracted.
 */
const phoneNumber = /^\+\d[\d .()\u00a0]{5,38}$/u;

/** A cell that no spreadsheet computes: an apostrophe makes it a text. */
function cell(value: string): string {
  const safe = value.replaceAll(formula, (_, before: string, text: string) => {
    const isPlain = number.test(text.trimEnd()) || (text === value && phoneNumber.test(text));
    return isPlain ? `${before}${text}` : `${before}'${text}`;
  });
  return `"${safe.replaceAll('"', '""')}"`;
}

/** A row of a CSV table (RFC 4180). */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;
