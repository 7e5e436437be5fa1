import { formFieldNames } from '#contract/forms/form-field.ts';
import { announce, type LiftedBy, type MoveBy, ordinal, targetOf } from '../arranging.ts';
import { nameOfField } from './form-builder.fields.ts';
import { add, fieldOf, focusOn, move, type Plan, placeOf } from './form-builder.operations.ts';
import type { FormBuilderContext, Lifted, LiftedSource } from './form-builder.types.ts';

function labelOf(context: FormBuilderContext, source: LiftedSource): string {
  if (source.kind === 'new') return formFieldNames[source.type];
  const field = fieldOf(context, source.id);
  return field === undefined ? '' : nameOfField(field);
}

/** How many fields there would be after a drop. */
const countAfter = ({ fields }: FormBuilderContext, { source }: Lifted): number => fields.length + (source.kind === 'new' ? 1 : 0);

export function lift(context: FormBuilderContext, source: LiftedSource, by: LiftedBy): FormBuilderContext {
  const at = source.kind === 'new' ? null : placeOf(context, source.id);
  return announce({ ...context, lifted: { source, by, at } }, `${labelOf(context, source)} lifted`);
}

/** Whether this is another place for what is lifted. Outside of the form is a place for a new field alone. */
export function isPlace(context: FormBuilderContext, at: number | null): boolean {
  const { lifted } = context;
  if (lifted === null || lifted.at === at) return false;
  return at === null ? lifted.source.kind === 'new' : at >= 0 && at < countAfter(context, lifted);
}

export function moveTo(context: FormBuilderContext, at: number | null): FormBuilderContext {
  const { lifted } = context;
  if (lifted === null) return context;
  const where = at === null ? 'left the form' : `moved to ${ordinal(at, countAfter(context, lifted))}`;
  return announce({ ...context, lifted: { ...lifted, at } }, `${labelOf(context, lifted.source)} ${where}`);
}

/** By a key. At an end it stays, which is announced: no key is without an answer. */
export function step(context: FormBuilderContext, by: MoveBy): FormBuilderContext {
  const { lifted } = context;
  if (lifted === null || lifted.at === null) return context;
  const count = countAfter(context, lifted);
  const to = targetOf(lifted.at, count, by);
  return to === null ? announce(context, `${labelOf(context, lifted.source)} stays at ${ordinal(lifted.at, count)}`) : moveTo(context, to);
}

export function drop(context: FormBuilderContext): Plan {
  const { lifted } = context;
  const landed: FormBuilderContext = { ...context, lifted: null };
  if (lifted === null) return { context };
  if (lifted.at === null) return { context: announce(landed, 'Nothing added') };
  if (lifted.source.kind === 'new') return add(landed, lifted.source.type, lifted.at);
  const text = `${labelOf(context, lifted.source)} dropped at ${ordinal(lifted.at, context.fields.length)}`;
  const dropped = announce(landed, text);
  const { id } = lifted.source;
  return move(lifted.by === 'keyboard' ? focusOn(dropped, 'handle', id) : dropped, id, lifted.at);
}

export function cancel(context: FormBuilderContext): FormBuilderContext {
  const isNew = context.lifted?.source.kind === 'new';
  return announce({ ...context, lifted: null }, isNew ? 'Nothing added' : 'Moving cancelled');
}
