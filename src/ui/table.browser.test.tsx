import '#src/styles.css';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { redirects } from '#contract/resources/redirects.ts';
import { Table } from './table.tsx';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';

const at = rootForEach();

const address = '/property/106-pittwater-road';
const widthOf = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect();

/** The list of redirects, as wide as on a page with this width. */
async function show(width: number, tableWidth: number) {
  await page.viewport(width, 812);
  at.root.render(
    <div style={{ width: tableWidth }}>
      <Table
        caption="Redirects"
        columns={[
          ...redirects.list.columns.map(({ key, label, width: columnWidth }) => ({
            id: key,
            header: label,
            sortable: true,
            primary: key === redirects.nameKey,
            ...(columnWidth === undefined ? {} : { width: columnWidth }),
            cell: () => (key === redirects.nameKey ? <span>{address}</span> : key === 'redirects_to' ? '/' : null),
          })),
          { id: 'actions', header: 'Actions', quiet: true, width: '4rem', cell: () => null },
        ]}
        rows={[{ id: '1' }]}
        rowId={({ id }) => id}
        sort={{ id: 'redirects_from', descending: false }}
        onSort={() => undefined}
        selection={{
          selected: new Set(),
          labelOf: ({ id }) => id,
          isSelectable: () => true,
          onToggle: () => undefined,
          onToggleAll: () => undefined,
        }}
      />
    </div>,
  );
  await expect.poll(() => at.place.querySelectorAll('thead button').length).toBe(4);
}

it('on a phone the names to sort by stand above the names of the rows, and none below the checkbox', async () => {
  await show(375, 343);
  const title = widthOf(at.place.querySelector('tbody th span'));
  const buttons = [...at.place.querySelectorAll('thead button')];
  const starts = buttons.map((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    return Math.round(range.getBoundingClientRect().left);
  });
  expect(Math.min(...starts)).toBe(Math.round(title.left));
  expect(starts.filter((start) => start < Math.round(title.left))).toEqual([]);
  const top = (element: Element | null | undefined) => Math.round(widthOf(element).top + widthOf(element).height / 2);
  expect(top(at.place.querySelector('thead input')), 'the checkbox is in the first line').toBe(top(buttons[0]));
});

it('on a tablet an ordinary address takes one line, and every heading has room', async () => {
  await show(768, 720);
  const name = at.place.querySelector('tbody th span');
  const line = Number.parseFloat(getComputedStyle(at.place).lineHeight);
  expect(widthOf(name).height).toBeLessThan(line * 1.5);
  const [selectAll, select] = at.place.querySelectorAll('input');
  expect(widthOf(selectAll).left, 'the checkboxes are below one another').toBe(widthOf(select).left);
  for (const cell of at.place.querySelectorAll('thead th')) {
    expect(widthOf(cell.querySelector('button')).right, cell.textContent ?? '').toBeLessThanOrEqual(widthOf(cell).right);
  }
});

it('with text at 200 % the rows are cards in any window, and nothing is wider than the table', async () => {
  const root = document.documentElement;
  root.style.fontSize = '32px';
  try {
    await show(1440, 832);
    const frame = widthOf(at.place.querySelector('table')?.parentElement);
    await expect.poll(() => getComputedStyle(at.place.querySelector('tbody tr') ?? root).display).toBe('grid');
    for (const cell of at.place.querySelectorAll('tbody tr > *, thead button'))
      expect(widthOf(cell).right, cell.textContent ?? '').toBeLessThanOrEqual(frame.right);
  } finally {
    root.style.fontSize = '';
  }
  await expect.poll(() => getComputedStyle(at.place.querySelector('tbody tr') ?? root).display).toBe('table-row');
});
