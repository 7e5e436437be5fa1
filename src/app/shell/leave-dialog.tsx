import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { type UnsavedForm, unsavedForm, useUnsaved } from '../unsaved-forms.ts';
import { useWhereKept } from '#src/ui/store-place.ts';
import { useEmitted } from '../use-emitted.ts';

export interface LeaveDialogProps {
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks what to do with unsaved changes when a person leaves a screen. */
export function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  const [form] = useState(() => unsavedForm());
  // The form was saved while this dialog's code was loading.
  useEffect(() => {
    if (form === null) onLeave();
  }, [form, onLeave]);
  return form === null ? null : <Question form={form} onLeave={onLeave} onStay={onStay} />;
}

function Question({ form, onLeave, onStay }: LeaveDialogProps & { readonly form: UnsavedForm }) {
  const saving = useSelector(form, (snapshot) => snapshot.hasTag('leaving'));
  const { fields, secret, dirty } = useUnsaved(form);
  const where = useWhereKept();
  useEmitted(form, 'leave.allowed', onLeave);
  const refused = useRef(false);
  useEmitted(form, 'leave.refused', () => {
    refused.current = true;
    onStay();
  });
  const first = useRef<HTMLButtonElement>(null);
  // Nothing is left to save: it was saved while this was open, or is being saved. A save that this dialog began has its own way to leave.
  const isDone = fields === 0 && !saving;
  const stay = () => {
    form.send({ type: 'leave.cancelled' });
    onStay();
  };
  return (
    <Dialog
      open
      role="alertdialog"
      size="medium"
      title={fields === 0 ? 'Leave now?' : 'Leave with unsaved changes?'}
      description={describeUnsaved({ fields, secret, saving: dirty }, where)}
      initialFocus={first}
      finalFocus={() => (refused.current ? errorSummary() : null)}
      onClose={stay}
      footer={
        <>
          <Button
            ref={first}
            variant="primary"
            keepsFocus
            busy={saving}
            onClick={() => (isDone ? onLeave() : form.send({ type: 'leave.requested' }))}
          >
            {isDone ? 'Leave now' : 'Save and leave'}
          </Button>
          {isDone ? null : <Button onClick={onLeave}>Leave without saving</Button>}
          <Button onClick={stay}>Stay</Button>
        </>
      }
    />
  );
}

/** After a refused save the errors get the focus, not the element that had it before the dialog. */
const errorSummary = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-error-summary]');

interface Unsaved {
  /** How many changed fields are in no save. */
  readonly fields: number;
  /** One of them is a secret, which no draft holds. */
  readonly secret: boolean;
  /** Where `fields` is 0: a save of them is in flight. */
  readonly saving: boolean;
}

/** Describes what is lost, and what is not, when a person leaves without saving. */
export function describeUnsaved({ fields, secret, saving }: Unsaved, where = 'on this device'): string {
  if (fields === 0) return saving ? 'What you changed is being saved. It goes on if you leave.' : 'Everything is saved now.';
  const one = fields === 1;
  if (one && secret) return '1 change is unsaved. It is a secret, so it is not kept if you leave without saving.';
  const kept = `If you leave without saving, ${one ? 'it is' : 'they are'} kept ${where} until you come back`;
  return `${one ? '1 change is' : `${fields} changes are`} unsaved. ${kept}${secret ? ', all but the secret' : ''}.`;
}
