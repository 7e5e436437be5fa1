import type { blockAddMachine } from '#machines/block-add/block-add.machine.ts';
import { blockAddView } from '#machines/block-add/block-add.view.ts';
import type { deleteConfirmMachine } from '#machines/delete-confirm/delete-confirm.machine.ts';
import { deleteConfirmView } from '#machines/delete-confirm/delete-confirm.view.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { limits } from '#contract/limits.ts';
import { AlertDialog } from '#src/ui/alert-dialog.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { addBlockId } from './homepage-panel.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '4' });
const red = css({ color: 'danger.text' });
const typeId = 'new-block-type';
const nameId = 'new-block-name';
const formId = 'new-block';

/** Add New Block: a kind and a name. */
export function AddBlockDialog({ actor }: { readonly actor: ActorRefFrom<typeof blockAddMachine> }) {
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => blockAddView(snapshot), [snapshot]);
  const { errors, failedSaves } = view;
  const focusRefused = useEffectEvent(() => document.getElementById(errors.key !== undefined ? typeId : nameId)?.focus());
  useEffect(() => {
    if (failedSaves > 0) focusRefused();
  }, [failedSaves]);
  const cancel = () => actor.send({ type: 'cancel.requested' });
  return (
    <Dialog
      open
      size="small"
      title="Add New Block"
      description="Select a block type to add to your homepage"
      dismissible={view.canCancel}
      finalFocus={() => document.getElementById(addBlockId)}
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
        <Field id={typeId} label="Select Block Type" required error={errors.key ?? null}>
          {(control) => (
            <Select
              {...control}
              value={view.key === '' ? null : view.key}
              options={view.types}
              disabled={view.busy}
              onChange={(key) => actor.send({ type: 'type.chosen', key })}
            />
          )}
        </Field>
        <Field id={nameId} label="Name" required error={errors.name ?? null} help="Create a custom name for your block">
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
        </Field>
        {view.failure === null ? null : (
          <Notice tone="danger" live="alert" title={<span className={red}>{view.failure.title}</span>}>
            {view.failure.reason}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

/** Delete Block: the question, and what failed. */
export function DeleteBlockDialog({ actor }: { readonly actor: ActorRefFrom<typeof deleteConfirmMachine> }) {
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => deleteConfirmView(snapshot), [snapshot]);
  const { words, failure } = view;
  return (
    <AlertDialog
      open
      size="medium"
      title={words.title}
      description={words.text}
      confirmLabel={words.confirm}
      busy={view.busy}
      error={failure === null ? null : [failure.title, failure.reason].filter(Boolean).join('. ')}
      onConfirm={() => actor.send({ type: 'delete.confirmed' })}
      onCancel={() => actor.send({ type: 'cancel.requested' })}
    />
  );
}
