import { css } from '#styled/css/index.js';

const figure = css({ margin: '0', minWidth: '0' });
const captionStyle = css({ marginBottom: '6', textWrap: '[pretty]' });
const plot = css({
  position: 'relative',
  display: 'flex',
  alignItems: 'stretch',
  gap: { base: '0.5', md: '1' },
  height: '[9rem]',
  borderBottom: 'control',
});
const most = css({
  position: 'absolute',
  insetInline: '0',
  top: '0',
  borderTop: 'hairline',
  fontSize: 'xs',
  color: 'text.muted',
  textAlign: 'end',
  pointerEvents: 'none',
  // Above the line: a bar reaches up to it.
  '& > span': { position: 'absolute', insetInlineEnd: '0', bottom: '[100%]' },
});
const column = css({
  flex: '[1 1 0]',
  minWidth: '0',
  display: 'flex',
  alignItems: 'flex-end',
  _hover: { backgroundColor: 'surface.hover' },
});
const bar = css({ width: 'full', borderTopRadius: 'sm', backgroundColor: 'accent.solid', minHeight: '[3px]' });
const labels = css({ display: 'flex', gap: { base: '0.5', md: '1' }, height: '5', marginTop: '1', fontSize: 'xs', color: 'text.muted' });
const labelStyle = css({ flex: '[1 1 0]', minWidth: '0', overflow: 'visible', whiteSpace: 'nowrap' });
const more = css({ marginTop: '3' });
const summary = css({ width: 'fit', color: 'accent.text', cursor: 'pointer', borderRadius: 'sm', fontSize: 'sm' });
const tableStyle = css({
  marginTop: '2',
  fontSize: 'sm',
  fontVariantNumeric: 'tabular-nums',
  '& :is(th, td)': { paddingBlock: '1', paddingInlineEnd: '6', textAlign: 'start', fontWeight: 'normal' },
  '& thead th': { color: 'text.muted', textStyle: 'columnHead' },
});

export interface Bar {
  readonly id: string;
  /** "Week of 2 Nov 2026" */
  readonly label: string;
  /** Below it, where there is one: "Nov". */
  readonly tick: string;
  readonly value: number;
}

interface BarChartProps {
  /** What the bars come to, in words. */
  readonly caption: string;
  readonly bars: readonly Bar[];
  /** "3 submissions" */
  readonly describe: (value: number) => string;
  /** The headings of the same values as a table. */
  readonly columns: readonly [label: string, value: string];
}

/** Numbers as bars, and the same as a table: for screen readers, and for whoever wants the figures. */
export function BarChart({ caption, bars, describe, columns }: BarChartProps) {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure className={figure}>
      <figcaption className={captionStyle}>{caption}</figcaption>
      <div aria-hidden="true">
        <div className={plot}>
          <div className={most}>
            <span>{highest.toLocaleString('en')}</span>
          </div>
          {bars.map(({ id, label, value }) => (
            <div key={id} className={column} title={`${label}: ${describe(value)}`}>
              {value === 0 ? null : <div className={bar} style={{ height: `${(value / highest) * 100}%` }} />}
            </div>
          ))}
        </div>
        <div className={labels}>
          {bars.map(({ id, tick }) => (
            <span key={id} className={labelStyle}>
              {tick}
            </span>
          ))}
        </div>
      </div>
      <details className={more}>
        <summary className={summary}>Show as a table</summary>
        <table className={tableStyle}>
          <thead>
            <tr>
              {columns.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ id, label, value }) => (
              <tr key={id}>
                <th scope="row">{label}</th>
                <td>{value.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
