import type { blockAddMachine } from '#machines/block-add/block-add.machine.ts';
import { blockAddView } from '#machines/block-add/block-add.view.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { limits } from '#contract/limits.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { LabelledControl } from '#src/ui/field.tsx';
import { fieldIds } from '#src/ui/field-ids.ts';
import { focusField } from '#src/ui/focus-field.ts';
import { Notice } from '#src/ui/notice.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { addBlockId } from './add-button.ts';
import { BlockTypes } from './block-types.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '6' });
const red = css({ color: 'danger.text' });
const place = css({ fontSize: 'sm', color: 'text.muted', overflowWrap: 'anywhere' });
const typeId = 'new-block-type';
const nameId = 'new-block-name';
const formId = 'new-block';

/** Add New Block: a type, with a picture and a line for each, and a name. */
export function AddBlockDialog({ actor }: { readonly actor: ActorRefFrom<typeof blockAddMachine> }) {
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => blockAddView(snapshot), [snapshot]);
  const [isOpenedByButton] = useState(() => document.activeElement?.id === addBlockId);
  const { errors, failedSaves } = view;
  const focusFirstError = useEffectEvent(() => focusField(errors.key !== undefined ? typeId : nameId));
  useEffect(() => {
    if (failedSaves > 0) focusFirstError();
  }, [failedSaves]);
  const cancel = () => actor.send({ type: 'cancel.requested' });
  return (
    <Dialog
      open
      size="small"
      title="Add New Block"
      description="Select a block type to add to your homepage"
      dismissible={view.canCancel}
      finalFocus={() => (isOpenedByButton ? null : selectedRowMenu()) ?? document.getElementById(addBlockId)}
      onClose={cancel}
      footer={
        <>
          <Button onClick={cancel} aria-disabled={view.canCancel ? undefined : true}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={view.busy}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={stack}
        onSubmit={(event) => {
          event.preventDefault();
          actor.send({ type: 'save.requested' });
        }}
      >
        <LabelledControl id={typeId} label="Select Block Type" required group error={errors.key ?? null}>
          {(control) => (
            <BlockTypes
              {...control}
              aria-labelledby={fieldIds(typeId).label}
              value={view.key === '' ? null : view.key}
              options={view.types}
              disabled={view.busy}
              onChange={(key) => actor.send({ type: 'type.chosen', key })}
            />
          )}
        </LabelledControl>
        <LabelledControl id={nameId} label="Name" required error={errors.name ?? null} help="Create a custom name for your block">
          {(control) => (
            <TextInput
              {...control}
              value={view.name}
              maxLength={limits.blockLabelCharacters}
              autoComplete="off"
              readOnly={view.busy}
              onChange={(event) => actor.send({ type: 'name.typed', name: event.currentTarget.value })}
            />
          )}
        </LabelledControl>
        <p className={place}>{view.place}</p>
        {view.failure === null ? null : (
          <Notice tone="danger" live="alert" title={<span className={red}>{view.failure.title}</span>}>
            {view.failure.reason}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

/** The menu of the row worked on last: its item opened the dialog, and may not have given the focus back yet when that opens. */
function selectedRowMenu(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-block-row][data-selected] [aria-haspopup="menu"]');
}
