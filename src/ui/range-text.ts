/** "Showing 1 to 25 of 83"; `page` counts from 0. A page past the end says so plainly. */
export function rangeText({ page, perPage, total }: { page: number; perPage: number; total: number }): string {
  const number = (value: number): string => value.toLocaleString('en');
  if (total === 0) return 'Nothing to show';
  const first = page * perPage + 1;
  if (first > total) return `Page ${number(page + 1)} is past the end of ${number(total)}`;
  return `Showing ${number(first)} to ${number(Math.min(first + perPage - 1, total))} of ${number(total)}`;
}
