import type { Block, BlockSetting } from '../entities/block.ts';
import { type Field, isSeveral, type Option } from '../fields/field.ts';
import { defaultValue, isBlank, toWire } from '../fields/index.ts';
import type { FieldHints, WhatApplies } from '../settings/screen.ts';
import { columnAmountOptions, launchpadVariantOptions, optionalComponentOptions } from './options.ts';

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

/** A type of setting that is a choice, and the settings beside it that only some of its options use. */
interface Chooser {
  readonly type: string;
  readonly options: readonly Option[];
  /** The option that applies where none is stored. */
  readonly otherwise: string;
  readonly users: readonly { readonly keys: RegExp; readonly of: readonly [string, ...string[]] }[];
}

/** As the themes draw them. */
const choosers: readonly Chooser[] = [
  {
    type: 'optional-banner-component',
    options: optionalComponentOptions,
    otherwise: 'property_search',
    users: [{ keys: /^(?:primary|secondary)_button_/u, of: ['cta_buttons'] }],
  },
  {
    type: 'column-amount',
    options: columnAmountOptions,
    otherwise: 'three_columns',
    users: [{ keys: /^column_4_/u, of: ['four_columns'] }],
  },
  {
    type: 'launchpad-variant',
    options: launchpadVariantOptions,
    otherwise: 'display-three',
    users: [
      { keys: /^card_3_/u, of: ['display-three', 'display-four'] },
      { keys: /^card_4_/u, of: ['display-four'] },
    ],
  },
];

/** The choice among a block's settings that decides on this one, and its options that use it. */
function deciderOf(settings: readonly BlockSetting[], { key }: Field) {
  for (const { type, options, otherwise, users } of choosers) {
    const decider = settings.find((setting) => setting.type === type);
    const user = users.find(({ keys }) => keys.test(key));
    if (decider && user) return { decider, options: decider.input_options ?? options, otherwise, of: user.of };
  }
  return null;
}

/** What the website shows of the settings of a block that have no value, and which of them a choice in the block makes void. */
export function blockHints({ settings }: Pick<Block, 'settings'>): FieldHints {
  const all = settings ?? [];
  return {
    whatApplies,
    canBeVoid: (field) => deciderOf(all, field) !== null,
    voidReason: (field, { value }) => {
      const found = deciderOf(all, field);
      if (!found) return null;
      const { decider, options, otherwise, of } = found;
      if (of.includes(String(value(decider.key) ?? otherwise))) return null;
      const names = of.map((option) => `“${options.find(({ value: each }) => each === option)?.label ?? option}”`);
      return `Has no effect unless “${decider.label}” is ${names.join(' or ')}.`;
    },
  };
}
