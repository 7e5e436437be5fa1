import type { Json } from '#contract/json.ts';
import type { Column, ResourceDefinition } from '#contract/resources/define.ts';
import type { ListedRecord } from '#machines/record-list/record-list.ports.ts';
import { css } from '#styled/css/index.js';
import dayjs from 'dayjs';
import { Check, TriangleAlert } from 'lucide-react';
import { pendingNote } from '#src/form/field-pending-mark.tsx';
import { PendingMark } from '#src/ui/pending-mark.tsx';
import { RecordLink, type RecordsPlace } from './record-link.tsx';

// A mark stands beside the name where there is room: its coming and going moves no row.
const nameCell = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1', minWidth: '0' });
// What is sent at once needs no mark.
const late = css({ animation: 'fadeIn', animationDelay: '[1s]', animationFillMode: '[both]' });
const nameStyle = css({
  fontWeight: 'medium',
  color: 'text',
  textDecoration: 'none',
  borderRadius: 'sm',
  lineClamp: '3',
  _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' },
  // The whole cell is the link's: the row would need a positioned table row, which not every browser has.
  _after: { content: '""', position: 'absolute', inset: '0' },
});
const leaving = css({ color: 'text.muted', textDecoration: 'line-through', lineClamp: '3' });
const warningStyle = css({
  flexBasis: '[100%]',
  display: 'flex',
  alignItems: 'flex-start',
  gap: '1.5',
  fontSize: 'xs',
  fontWeight: 'normal',
  color: 'warning.text',
});
const warningIcon = css({ flexShrink: '0', marginTop: '[0.1875rem]' });
const tick = css({ display: 'inline-flex', color: 'accent.text', verticalAlign: 'middle' });
const textStyle = css({ lineClamp: '3' });

/** What a record is called in its list and in every question about it. */
export function nameOf(
  { nameKey, labels }: Pick<ResourceDefinition, 'nameKey' | 'labels'>,
  { values }: Pick<ListedRecord, 'values'>,
): string {
  return textOf(values[nameKey]) || `Unnamed ${labels.one}`;
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

interface NameCellProps {
  readonly row: ListedRecord;
  readonly name: string;
  readonly place: RecordsPlace;
  readonly offline: boolean;
}

/** The record's name, which leads to its form; what waits of it, and what a person should know. */
export function NameCell({ row, name, place, offline }: NameCellProps) {
  return (
    <div className={nameCell}>
      {row.isDeleting ? (
        <span className={leaving}>{name}</span>
      ) : (
        <RecordLink place={place} rest={`edit/${row.id}`} className={nameStyle}>
          {name}
        </RecordLink>
      )}
      <RowMark row={row} offline={offline} />
      {row.warnings.map((warning) => (
        <span key={warning} className={warningStyle}>
          <TriangleAlert size={14} aria-hidden="true" className={warningIcon} />
          {warning}
        </span>
      ))}
    </div>
  );
}

function RowMark({ row: { mark, isDeleting }, offline }: Pick<NameCellProps, 'row' | 'offline'>) {
  if (mark !== null && mark.status !== 'pending') {
    const { status, message } = mark;
    return <PendingMark status={status} reason={message === null ? null : { brief: message, sentence: message }} />;
  }
  if (mark === null && !isDeleting) return null;
  const reason = pendingNote(mark ?? { status: 'pending', message: null }, offline);
  return (
    <span className={reason === null ? late : undefined}>
      <PendingMark status={isDeleting ? 'deleting' : 'pending'} reason={reason} />
    </span>
  );
}

/** A field of the record, by the kind of its column. What says nothing leaves its cell empty. */
export function valueCell({ key, kind = 'text' }: Column, { values }: ListedRecord) {
  const value = values[key];
  if (kind === 'tick') return value === true ? <Tick /> : null;
  const text = textOf(value);
  if (text === '') return null;
  if (kind === 'date') return dayjs(text).isValid() ? dayjs(text).format('D MMM YYYY') : text;
  return <span className={textStyle}>{text}</span>;
}

function Tick() {
  return (
    <span role="img" aria-label="Yes" className={tick}>
      <Check size={18} aria-hidden="true" />
    </span>
  );
}
