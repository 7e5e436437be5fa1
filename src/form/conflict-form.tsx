import { choiceListOf } from '#contract/fields/index.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Side } from '#machines/ports.ts';
import { css } from '#styled/css/index.js';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { FieldDataContext } from '#src/fields/field-data.ts';
import { ConflictPicker } from '#src/form/conflict-picker.tsx';
import { conflictValues } from '#src/form/conflict-values.tsx';
import { ChoicesData } from '#src/form/choices-data.tsx';
import { useFileField } from '#src/form/use-file-field.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { type ConflictLine, conflictLines } from './conflict-fields.ts';
import { OrderOfBlocks } from './order-of-blocks.tsx';
import { unknownChange, useConflictKnown } from './use-conflict-known.ts';
import { useOutboxActions } from './use-outbox-actions.ts';

const all = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });

export interface ConflictFormProps {
  readonly entry: OutboxEntry;
  /** The element to focus after a choice. Left out: the element that opened the dialog. */
  readonly finalFocus?: () => HTMLElement | null;
  readonly onClose: () => void;
}

/** Lets a person choose a side for each field of a conflict. Fields without a choice stay in conflict. */
export function ConflictForm({ entry, finalFocus, onClose }: ConflictFormProps) {
  const hasApplied = useRef(false);
  const { resolve } = useOutboxActions();
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const known = useConflictKnown(entry);
  const lines = conflictLines(entry, known.blocks);
  const chosen = lines.filter(({ key }) => choices[key]).length;
  const apply = () => {
    if (chosen === 0) return;
    hasApplied.current = true;
    resolve(entry.opId, choices);
    onClose();
  };
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(lines.map(({ key }) => [key, side])));
  return (
    <Dialog
      open
      title="Choose which to keep"
      description="Nothing is overwritten until you choose."
      size="large"
      finalFocus={() => (hasApplied.current ? (finalFocus?.() ?? null) : null)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Decide later</Button>
          <Button
            variant="primary"
            aria-disabled={chosen === 0 || undefined}
            title={chosen === 0 ? 'Choose one first.' : undefined}
            onClick={apply}
          >
            {chosen > 1 ? `Keep these ${chosen}` : 'Keep this'}
          </Button>
        </>
      }
    >
      {lines.length > 1 ? (
        <div className={all}>
          <Button size="small" onClick={() => chooseAll('mine')}>
            All mine
          </Button>
          <Button size="small" onClick={() => chooseAll('theirs')}>
            All theirs
          </Button>
        </div>
      ) : null}
      {(known.isRead ? lines : []).map((line) => (
        <LineData key={line.key} websiteId={entry.websiteId} line={line}>
          <ConflictPicker
            label={line.label}
            title
            changed={known.changed[line.key] ?? unknownChange}
            values={valuesOf(line)}
            choice={choices[line.key] ?? null}
            onChoose={(side) => setChoices({ ...choices, [line.key]: side })}
          />
        </LineData>
      ))}
    </Dialog>
  );
}

function valuesOf(line: ConflictLine) {
  switch (line.kind) {
    case 'field':
      return conflictValues(line.field, line.mine, line.theirs);
    case 'order':
      return {
        mine: <OrderOfBlocks names={line.mine} other={line.theirs} />,
        theirs: <OrderOfBlocks names={line.theirs} other={line.mine} />,
      };
    case 'text':
      return { mine: line.mine, theirs: line.theirs };
  }
}

interface LineDataProps {
  readonly websiteId: string | null;
  readonly line: ConflictLine;
  readonly children: ReactNode;
}

/** Provides the file, or the list, that the value of a line names. */
function LineData({ websiteId, line, children }: LineDataProps) {
  const data = useMemo(() => (websiteId === null ? {} : { websiteId, useFile: useFileField }), [websiteId]);
  const list = line.kind === 'field' ? choiceListOf(line.field) : null;
  return (
    <FieldDataContext value={data}>
      {websiteId !== null && list !== null ? (
        <ChoicesData websiteId={websiteId} list={list}>
          {children}
        </ChoicesData>
      ) : (
        children
      )}
    </FieldDataContext>
  );
}
