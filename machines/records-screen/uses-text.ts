import type { RecordPlaces, RecordUse, RecordUses } from '../record-list/record-list.ports.ts';
import { joinNames } from '../save-messages.ts';
import type { AskedRow } from './records-screen.types.ts';

/** How many of several records are spoken of one by one. */
const rowsShown = 5;

/** What names the records of a delete, in sentences: "2 redirects name it: /a and /b." `namedBy`: what may name them, such as "redirects". */
export function usesText(
  rows: readonly AskedRow[],
  { uses, places = [], isWhole }: RecordUses,
  namedBy: readonly string[],
): readonly string[] {
  const named = rows.filter(({ id }) => [...uses, ...places].some((use) => use.id === id));
  const found = named
    .slice(0, rowsShown)
    .flatMap(({ id, name }) => [
      ...places.filter((of) => of.id === id).map((of) => `${rows.length === 1 ? 'It' : name} is used in ${placesOf(of)}.`),
      ...uses.filter((use) => use.id === id).map((use) => `${countOf(use)} ${rows.length === 1 ? 'it' : name}: ${namesOf(use)}.`),
    ]);
  const more = named.length - rowsShown;
  const others = more > 0 ? [`${more} more of them ${more === 1 ? 'is' : 'are'} named elsewhere.`] : [];
  return [...found, ...others, ...(isWhole ? [] : [unknownText(namedBy, rows.length, named.length > 0)])];
}

const countOf = ({ total, labels }: RecordUse): string => (total === 1 ? `1 ${labels.one} names` : `${total} ${labels.many} name`);

/** “Footer: Form”, “Form Settings: Newsletter” and 2 more places */
function placesOf({ total, labels }: RecordPlaces): string {
  const more = total - labels.length;
  return joinNames([...labels.map((label) => `“${label}”`), ...(more > 0 ? [`${more} more ${more === 1 ? 'place' : 'places'}`] : [])]);
}

function namesOf({ total, names }: RecordUse): string {
  const more = total - names.length;
  return joinNames(more > 0 ? [...names, `${more} more`] : names);
}

function unknownText(namedBy: readonly string[], count: number, isAnyKnown: boolean): string {
  return `It is not known just now which ${isAnyKnown ? 'other ' : ''}${joinNames(namedBy)} name ${count === 1 ? 'it' : 'them'}.`;
}
