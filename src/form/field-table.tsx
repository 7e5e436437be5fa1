import type { Section } from '#contract/settings/screen.ts';
import type { FieldView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import type { FieldRowProps } from './field-row.tsx';
import { FieldTableCell } from './field-table-cell.tsx';
import { fieldConflict } from './choice-parts.tsx';
import { useOpenConflict } from './use-open-conflict.ts';

const table = css({ width: 'full', borderCollapse: 'collapse', mdDown: { display: 'block' } });
const narrowHidden = css({ mdDown: { srOnly: true } });
const body = css({ mdDown: { display: 'flex', flexDirection: 'column', gap: '4' } });
const columnHead = css({
  paddingInline: '1',
  paddingBottom: '2',
  color: 'text.muted',
  textStyle: 'columnHead',
  textAlign: 'center',
  verticalAlign: 'bottom',
});
const row = css({
  md: { '& > *': { borderTop: 'hairline' } },
  mdDown: { display: 'block', border: 'hairline', borderRadius: 'md', paddingInline: '3', paddingBlock: '2' },
});
const rowHead = css({ paddingBlock: '2', paddingInlineEnd: '2', fontWeight: 'medium', textAlign: 'start', mdDown: { display: 'block' } });
const errors = css({ display: 'flex', flexDirection: 'column', gap: '1', color: 'danger.text', fontSize: 'sm' });

export interface FieldTableProps extends Pick<FieldRowProps, 'actor' | 'saving'> {
  readonly caption: string;
  readonly layout: NonNullable<Section['table']>;
  readonly fields: readonly FieldView[];
}

/** Toggles in a grid, each with a label of its own beside its row and column. On a small screen each row is a card. */
export function FieldTable({ actor, saving, caption, layout, fields }: FieldTableProps) {
  const byKey = new Map(fields.map((view) => [view.field.key, view]));
  const picker = useOpenConflict(fields);
  const { open } = picker;
  const choosing = open && byKey.get(open.key);
  const invalid = fields.filter((view) => view.error !== null);
  return (
    <>
      <table className={table}>
        <caption>
          <span className={visuallyHidden}>{caption}</span>
        </caption>
        <thead className={narrowHidden}>
          <tr>
            <td />
            {layout.columns.map((column) => (
              <th key={column} scope="col" className={columnHead}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={body}>
          {layout.rows.map(({ label, keys }) => (
            <tr key={label} className={row}>
              <th scope="row" className={rowHead}>
                {label}
              </th>
              {keys.map((key, at) => (
                <FieldTableCell
                  key={key}
                  actor={actor}
                  saving={saving}
                  view={byKey.get(key) ?? null}
                  column={layout.columns[at] ?? ''}
                  isChoosing={key === open?.key}
                  isResolved={key === open?.key && open.isResolved}
                  onChoose={picker.toggle}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* A cell has no room for a conflict picker: it is below the table, with the label of its toggle. */}
      {open && choosing ? (
        <LazyBoundary key={open.key} part={fieldConflict} props={{ actor, field: choosing.field, picker, open, title: true }} />
      ) : null}
      {invalid.length === 0 ? null : (
        <div className={errors}>
          {invalid.map(({ field, error }) => (
            <div key={field.key} id={`${field.key}-error`}>
              {field.label}: {error}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
