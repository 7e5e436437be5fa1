import { act, type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Pagination } from '#src/ui/pagination.tsx';
import { Table } from '#src/ui/table.tsx';
import { textsOfReact, translate } from './testing/translate.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let place: HTMLElement;
let root: ReturnType<typeof createRoot>;
const draw = (node: ReactNode) => act(() => root.render(node));
beforeEach(() => {
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

interface PartsProps {
  readonly icon?: boolean;
  readonly note?: string;
  readonly count?: number;
}
const Framed = ({ children, icon }: { readonly children: ReactNode; readonly icon?: boolean | undefined }) => (
  <p>
    {icon ? <i /> : null}
    {children}
  </p>
);
const shapes: readonly (readonly [string, (props: PartsProps) => ReactNode])[] = [
  [
    'a text that comes and goes',
    ({ note = '', count = 0 }) => (
      <p>
        {`${count} found`}
        {note ? `, ${note}` : ''}
      </p>
    ),
  ],
  ['an element in front of a text', ({ icon }) => <p>{icon ? <i /> : null}Save</p>],
  [
    'an element behind a text',
    ({ icon, count }) => (
      <p>
        Page {count}
        {icon ? <i /> : null}
      </p>
    ),
  ],
  [
    'texts around an element',
    ({ note, count }) => (
      <p>
        {note}
        <b>{count}</b> {note && 'more'}
      </p>
    ),
  ],
  ['the text of another component', ({ icon, note }) => <Framed icon={icon}>{note}</Framed>],
  [
    'texts without an element around them',
    ({ icon, note }) => (
      <p>
        <>{note}</>
        {icon ? <i /> : null}
      </p>
    ),
  ],
];
const states: readonly PartsProps[] = [
  { count: 1 },
  { icon: true, note: 'two', count: 2 },
  { note: 'three', count: 3 },
  { icon: true },
  {},
];

it.each(shapes)('a translator leaves as it should be: %s', (_, Shape) => {
  for (const from of states)
    for (const to of states) {
      draw(<Shape {...to} />);
      const expected = place.innerHTML;
      draw(null);
      draw(<Shape {...from} />);
      expect(textsOfReact(place)).toEqual([]);
      translate(place);
      draw(<Shape {...to} />);
      expect(place.innerHTML.replace(/<\/?font>/g, '')).toBe(expected);
      draw(null);
      expect(place.innerHTML).toBe('');
    }
});

const Counted = ({ children }: { readonly children: readonly ReactNode[] }) => (
  <p>{`${children.length}: ${children.map(String).join('|')}`}</p>
);

it('leaves a component the list that it is given as one value, and takes the texts of a list where they are drawn', () => {
  const names = ['Ada', 'Max'];
  draw(<Counted>{names}</Counted>);
  expect(place.innerHTML).toBe('<p>2: Ada|Max</p>');
  draw(
    <p>
      <b />
      {names}
    </p>,
  );
  expect(place.innerHTML).toBe('<p><b></b><span>AdaMax</span></p>');
});

it('leaves alone what holds text alone, what is blank, and an element with nothing but a text', () => {
  const count = 2;
  draw(
    <>
      <p>Page {count} of 3</p>
      <select>
        <option>No. {count}</option>
      </select>
      <svg aria-hidden="true">
        <text>
          No. {count} <tspan>x</tspan>
        </text>
      </svg>
      <p>
        <kbd>A</kbd> <kbd>B</kbd>
      </p>
    </>,
  );
  expect(place.querySelector('span')).toBeNull();
  expect(place.textContent).toBe('Page 2 of 3No. 2No. 2 xA B');
});

it('keeps the elements of other children while texts come and go', () => {
  const field = (note: string) => (
    <p>
      {note}
      <input />
      {note ? ' and' : null}
      {note}
    </p>
  );
  draw(field(''));
  const input = place.querySelector('input');
  draw(field('a note'));
  expect(place.querySelector('input')).toBe(input);
  expect(place.innerHTML).toBe('<p><span>a note</span><input><span> anda note</span></p>');
});

function List() {
  const [{ q, page }, setQuery] = useState({ q: '', page: 0 });
  const found = Array.from({ length: 60 }, (_, at) => `/old-${at + 1}`).filter((name) => name.includes(q));
  const columns = [{ id: 'from', header: 'From', primary: true, sortable: true, cell: (name: string) => <a href={name}>{name}</a> }];
  const empty = (
    <EmptyState kind="noMatch" title={`No redirect matches ${q}`}>
      Another search may.
    </EmptyState>
  );
  return (
    <>
      {['', 'no such', 'old-7'].map((text) => (
        <button key={text} type="button" onClick={() => setQuery({ q: text, page: 0 })}>
          {`Search ${text}`}
        </button>
      ))}
      <Table
        caption="Redirects"
        columns={columns}
        rows={found.slice(page * 25, page * 25 + 25)}
        rowId={(name) => name}
        sort={{ id: 'from', descending: page > 0 }}
        onSort={() => undefined}
        empty={empty}
      />
      <Pagination page={page} perPage={25} total={found.length} note={q && 'of 60'} onPage={(next) => setQuery({ q, page: next })} />
    </>
  );
}

it('a list pages, searches and finds its rows however often it is translated', () => {
  const click = (name: string) => {
    translate(place);
    act(() => [...place.querySelectorAll('button')].find((button) => (button.ariaLabel ?? button.textContent) === name)?.click());
    return [
      place.querySelector('[role=status]')?.textContent,
      place.querySelector('tbody a')?.textContent ?? place.querySelector('p')?.textContent,
    ];
  };
  draw(<List />);
  expect(textsOfReact(place)).toEqual([]);
  expect(click('Next')).toEqual(['Showing 26 to 50 of 60', '/old-26']);
  expect(click('Search no such')).toEqual(['Nothing to show, of 60', 'No redirect matches no such']);
  expect(click('Search old-7')).toEqual(['Showing 1 to 1 of 1, of 60', '/old-7']);
  expect(click('Search ')).toEqual(['Showing 1 to 25 of 60', '/old-1']);
  expect(click('Last page')).toEqual(['Showing 51 to 60 of 60', '/old-51']);
});
