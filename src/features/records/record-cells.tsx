import { isBlankText } from '#contract/invisible.ts';
import type { Disconnection } from '#contract/disconnection.ts';
import type { Json } from '#contract/json.ts';
import { dialogPathOf, type RecordReport, type ResourceDefinition } from '#contract/resources/define.ts';
import type { Column } from '#contract/resources/list-definition.ts';
import type { ListedRecord } from '#machines/record-list/record-list.ports.ts';
import { css, cx } from '#styled/css/index.js';
import dayjs from 'dayjs';
import { Check, TriangleAlert } from 'lucide-react';
import { pendingNote } from '#src/form/field-pending-mark.tsx';
import { ValueView } from '#src/fields/value-view.tsx';
import { PendingMark } from '#src/ui/pending-mark.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { RecordLink, type RecordsPath } from './record-link.tsx';

// A mark is beside the name where there is room, so that the rows do not move when it appears.
const nameCell = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1', minWidth: '0' });
// Delayed, so that a change that is sent at once shows no mark.
const late = css({ animation: 'fadeIn', animationDelay: '[1s]', animationFillMode: '[both]' });
const nameStyle = css({
  fontWeight: 'medium',
  color: 'text',
  textDecoration: 'none',
  borderRadius: 'sm',
  lineClamp: '3',
  _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' },
  // The link covers its cell. It can't cover the row, since not every browser supports positioned table rows.
  _after: { content: '""', position: 'absolute', inset: '0' },
});
const plainName = css({ fontWeight: 'medium', color: 'text', lineClamp: '3' });
const deletedStyle = css({ color: 'text.muted', textDecoration: 'line-through', lineClamp: '3' });
const warningStyle = css({
  flexBasis: '[100%]',
  display: 'flex',
  alignItems: 'flex-start',
  gap: '1.5',
  fontSize: 'xs',
  fontWeight: 'normal',
  color: 'warning.text',
});
const reportStyle = css({ flexBasis: '[100%]', fontSize: 'xs', fontWeight: 'normal', color: 'text.muted' });
const reportSummary = css({ cursor: 'pointer', borderRadius: 'sm' });
const reportList = css({
  maxHeight: '[12rem]',
  overflowY: 'auto',
  paddingTop: '1',
  paddingLeft: '4',
  listStyle: 'disc',
  overflowWrap: 'anywhere',
});
const warningIcon = css({ flexShrink: '0', marginTop: '[0.1875rem]' });
const tick = css({ display: 'inline-flex', alignSelf: 'center', color: 'accent.text', verticalAlign: 'middle' });
const textStyle = css({ lineClamp: '3' });
const noneStyle = css({ color: 'text.muted' });

/** The name of a record, wherever it is shown. */
export function nameOf(
  { nameKey, labels }: Pick<ResourceDefinition, 'nameKey' | 'labels'>,
  { values }: Pick<ListedRecord, 'values'>,
): string {
  return textOf(values[nameKey]) || `Unnamed ${labels.one}`;
}

const nameSkeleton = css({ marginBlock: '[3.5px]' });

interface RecordNameProps {
  readonly resource: ResourceDefinition;
  /** Null while the record loads. */
  readonly values: ListedRecord['values'] | null;
}

/** Which record a page is about, below its heading. */
export function RecordName({ resource, values }: RecordNameProps) {
  return values === null ? <Skeleton shape="label" className={nameSkeleton} /> : <>{nameOf(resource, { values })}</>;
}

/** The name of a record in those of its controls: "Newsletter, 24 Feb 2025, 14:02" where others have the same name. */
export function controlName(
  resource: Pick<ResourceDefinition, 'nameKey' | 'labels' | 'datedBy'>,
  row: Pick<ListedRecord, 'values'>,
): string {
  const date = resource.datedBy === undefined ? '' : textOf(row.values[resource.datedBy]);
  const name = nameOf(resource, row);
  return date !== '' && dayjs(date).isValid() ? `${name}, ${dayjs(date).format('D MMM YYYY, HH:mm')}` : name;
}

const blockTag = /<\/?(?:address|article|blockquote|br|div|dd|dl|dt|h[1-6]|hr|li|ol|p|section|table|td|th|tr|ul)\b[^>]*>/giu;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** The text of HTML, on one line. It is shown as a text, whatever it contains. */
const withoutTags = (html: string): string =>
  html
    .replaceAll(blockTag, ' ')
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll(/&([a-z]+|#39);/gu, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/gu, ' ')
    .trim();

const textOf = (value: Json | undefined): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

interface NameCellProps {
  readonly resource: ResourceDefinition;
  readonly row: ListedRecord;
  readonly listPath: RecordsPath;
  readonly disconnection: Disconnection | null;
}

/** The record's name, which links to its dialog, with the mark of a pending change and the record's warnings. */
export function NameCell({ resource, row, listPath, disconnection }: NameCellProps) {
  const name = nameOf(resource, row);
  const label = controlName(resource, row);
  const rest = dialogPathOf(resource, row.id);
  return (
    <div className={nameCell}>
      {row.isDeleting ? (
        <span className={deletedStyle}>{name}</span>
      ) : rest === null ? (
        <span className={plainName}>{name}</span>
      ) : (
        <RecordLink listPath={listPath} rest={rest} className={nameStyle} {...(label === name ? {} : { label })}>
          {name}
        </RecordLink>
      )}
      <RowMark row={row} disconnection={disconnection} />
      {row.warnings.map((warning) => (
        <span key={warning} className={warningStyle}>
          <TriangleAlert size={14} aria-hidden="true" className={warningIcon} />
          {warning}
        </span>
      ))}
      <Report report={resource.report?.(row.values) ?? null} />
    </div>
  );
}

function Report({ report }: { readonly report: RecordReport | null }) {
  if (report === null) return null;
  const { summary, items } = report;
  if (items.length === 0) return <span className={reportStyle}>{summary}</span>;
  return (
    <details className={reportStyle}>
      <summary className={reportSummary}>{summary}</summary>
      <ul className={reportList}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </details>
  );
}

function RowMark({ row: { mark, isDeleting }, disconnection }: Pick<NameCellProps, 'row' | 'disconnection'>) {
  if (mark !== null && mark.status !== 'pending') {
    const { message } = mark;
    const status = mark.isUncertain ? 'uncertain' : mark.status;
    return <PendingMark status={status} reason={message === null ? null : { brief: message, sentence: message }} />;
  }
  if (mark === null && !isDeleting) return null;
  const reason = pendingNote(mark ?? { status: 'pending', message: null }, disconnection);
  return (
    <span className={reason === null ? late : undefined}>
      <PendingMark status={isDeleting ? 'deleting' : 'pending'} reason={reason} />
    </span>
  );
}

/** The value of a field, by the kind of its column; an empty value leaves the cell empty. */
export function valueCell(
  { fields }: Pick<ResourceDefinition, 'fields'>,
  { key, kind = 'text', format = 'D MMM YYYY', none = '', fallback }: Column,
  { values }: ListedRecord,
) {
  const value = values[key];
  if (kind === 'tick') return value === true ? <Tick /> : null;
  const text = textOf(value);
  if (isBlankText(text)) {
    const instead = none || (fallback === undefined ? '' : textOf(values[fallback]));
    return instead === '' ? null : <span className={cx(textStyle, noneStyle)}>{instead}</span>;
  }
  if (kind === 'choice') {
    const field = fields.find((each) => each.key === key);
    return field ? <ValueView field={field} value={text} /> : null;
  }
  if (kind === 'html') return <span className={textStyle}>{withoutTags(text)}</span>;
  if (kind === 'hours') return String(Math.round(Number(text) / 36) / 100);
  if (kind === 'date') return dayjs(text).isValid() ? dayjs(text).format(format) : text;
  return <span className={textStyle}>{text}</span>;
}

function Tick() {
  return (
    <span role="img" aria-label="Yes" className={tick}>
      <Check size={18} aria-hidden="true" />
    </span>
  );
}
