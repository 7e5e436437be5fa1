import { sameJson } from '#contract/json.ts';
import type { Disconnection } from '#contract/disconnection.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import type { Field } from '#contract/fields/field.ts';
import { describeDisconnection, whenConnected } from '#machines/disconnection-messages.ts';
import { describePending } from '#machines/save-messages.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { FieldView as FieldState } from '#machines/settings-screen/settings-screen.view.ts';
import { memo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { FieldControl } from '#src/fields/registry.tsx';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { fieldConflict, pendingMark } from './choice-parts.tsx';
import type { PendingMarkProps } from './field-pending-mark.tsx';
import { useOpenConflict } from './use-open-conflict.ts';

const movedNote = 'This setting was changed elsewhere while you were editing it. Revert shows what is stored now.';

export interface FieldRowProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly view: FieldState;
  /** While a save is in flight its own outbox entry is not marked. */
  readonly saving: boolean;
  readonly disconnection: Disconnection | null;
}

/** One field of a settings screen. Renders again only when its own view has changed: a form may have a hundred fields. */
export const FieldRow = memo(function FieldRow({ actor, view, saving, disconnection }: FieldRowProps) {
  const { field, place, applies, voidReason, value, stored, error, changed, pending, malformed, conflict, isSet } = view;
  const { key } = field;
  const picker = useOpenConflict([view]);
  const { open } = picker;
  const isResolved = open?.isResolved === true;
  const choosing = conflict || open ? { label: field.label, isOpen: open !== null, isResolved, onToggle: () => picker.toggle(key) } : null;
  return (
    <div>
      <FieldControl
        id={key}
        field={field}
        {...(place === null ? {} : { place })}
        {...(applies === null ? {} : { applies })}
        {...(voidReason === null ? {} : { voidReason })}
        canBeVoid={view.canBeVoid}
        disabled={view.isOff}
        value={value}
        stored={stored}
        error={error}
        changed={changed}
        pendingMark={
          isResolved || (pending && !saving) ? <PendingMark pending={pending} disconnection={disconnection} choosing={choosing} /> : null
        }
        {...(malformed === null ? {} : { malformed })}
        {...(isSet === null ? {} : { isSet })}
        {...warningOf(view, disconnection)}
        contrast={view.contrast}
        onChange={(next, note) => actor.send({ type: 'field.changed', key, value: next, note })}
        onBlur={() => actor.send({ type: 'field.blurred', key })}
        onCodeChecked={(text, problems) => actor.send({ type: 'code.checked', key, text, problems })}
        onRevert={() => actor.send({ type: 'field.reverted', key })}
      />
      {open ? <LazyBoundary part={fieldConflict} props={{ actor, field, picker, open }} /> : null}
    </div>
  );
}, sameRow);

const PendingMark = (props: PendingMarkProps) => <LazyBoundary part={pendingMark} props={props} />;

const waitingSecret = (met: Disconnection): string =>
  `${describeDisconnection(met)} This can be saved when ${whenConnected(met)}. The rest of the screen can be saved now.`;

function warningOf(
  { field, warning, warns, movedElsewhere, conflict }: FieldState,
  disconnection: Disconnection | null,
): { readonly warning?: string | null } {
  if (movedElsewhere && conflict === null) return { warning: movedNote };
  if (field.secret) return { warning: disconnection ? waitingSecret(disconnection) : warning };
  return warns ? { warning } : {};
}

function sameRow(before: FieldRowProps, after: FieldRowProps): boolean {
  const a = before.view;
  const b = after.view;
  return (
    before.actor === after.actor &&
    before.saving === after.saving &&
    (before.disconnection === after.disconnection || !(b.field.secret || b.pending)) &&
    sameField(a.field, b.field) &&
    a.place === b.place &&
    a.applies?.text === b.applies?.text &&
    a.voidReason === b.voidReason &&
    a.isOff === b.isOff &&
    a.value === b.value &&
    a.stored === b.stored &&
    a.error === b.error &&
    a.warning === b.warning &&
    a.contrast?.text === b.contrast?.text &&
    a.changed === b.changed &&
    a.pending?.status === b.pending?.status &&
    sameReason(a.pending?.reason, b.pending?.reason) &&
    a.malformed === b.malformed &&
    a.movedElsewhere === b.movedElsewhere &&
    sameConflict(a.conflict, b.conflict) &&
    a.isSet === b.isSet
  );
}

const sameReason = (a?: PendingReason, b?: PendingReason): boolean =>
  a === b || (a !== undefined && b !== undefined && describePending(a) === describePending(b));

function sameConflict(a: FieldState['conflict'], b: FieldState['conflict']): boolean {
  return (
    a === b ||
    (a !== null && b !== null && a.choice === b.choice && a.at === b.at && sameJson(a.mine, b.mine) && sameJson(a.theirs, b.theirs))
  );
}

/** A theme or a condition creates a new field object each time, and changes only these properties of it. */
function sameField(a: Field, b: Field): boolean {
  return a === b || (a.key === b.key && a.required === b.required && optionsOf(a) === optionsOf(b));
}

const optionsOf = (field: Field): string => ('options' in field ? field.options.map(({ value }) => value).join(' ') : '');
