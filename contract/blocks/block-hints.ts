import { type Field, isSeveral } from '../fields/field.ts';
import { defaultValue, isBlank, toWire } from '../fields/index.ts';
import type { FieldHints, WhatApplies } from '../settings/screen.ts';

/**
 * A setting that is stored as null shows its default on the website. A blank text is stored as a blank text, and shows nothing, so it
 * needs no hint.
 */
function whatApplies(field: Field): WhatApplies | null {
  const value = defaultValue(field);
  if (!canBeEmptied(field) || isBlank(field, value) || isSeveral(value)) return null;
  const text = String(value);
  return { source: 'Default', text, ...(field.kind === 'color' ? { color: text } : {}) };
}

/** A number or a colour: a person can empty it, and it is stored as null then. Flags and choices always have a value. */
const canBeEmptied = (field: Field): boolean => ['number', 'slider', 'color'].includes(field.kind) && toWire(field, null) === null;

/** What the API's data of a block says of its settings. It names no setting that another one makes void. */
export const blockHints: FieldHints = { whatApplies, voidReason: () => null, canBeVoid: () => false };
