import type { Block, BlockSettingWrite } from '#contract/entities/block.ts';
import type { WireValue } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { FieldMessages } from '#contract/errors.ts';
import { sameJson } from '#contract/json.ts';
import { blockField } from '#contract/blocks/block-screen.ts';
import { type Field, isSeveral } from '#contract/fields/field.ts';
import { defaultValue, readWire, toWire, validateField } from '#contract/fields/index.ts';

/** A write as it will be stored. */
export interface CheckedBlockWrite {
  readonly key: string;
  readonly field: Field;
  readonly value: WireValue;
}

export type BlockCheck =
  | { readonly kind: 'writes'; readonly writes: readonly CheckedBlockWrite[] }
  | { readonly kind: 'problems'; readonly fields: FieldMessages };

/** Checks every write of a save against the block's own settings. One problem refuses the whole save. */
export function checkBlockWrites(block: Block, theme: ThemeKey | null, writes: readonly BlockSettingWrite[]): BlockCheck {
  const problems: [string, string][] = [];
  const checked: CheckedBlockWrite[] = [];
  const seen = new Set<string>();
  for (const { key, value } of writes) {
    const setting = block.settings?.find((known) => known.key === key);
    const field = setting ? blockField(block.key, setting, theme) : null;
    const twice = seen.has(key);
    seen.add(key);
    if (!field) problems.push([key, 'This block has no such setting.']);
    else if (twice) problems.push([key, 'This setting stands twice in the save.']);
    // A save that leaves a setting as it is does not fail for it.
    else if (setting && sameJson(setting.value, value)) checked.push({ key, field, value });
    else {
      const problem = problemOf(field, value);
      if (problem === null) checked.push({ key, field, value: storedForm(field, value) });
      else problems.push([key, problem]);
    }
  }
  return problems.length > 0 ? { kind: 'problems', fields: Object.fromEntries(problems) } : { kind: 'writes', writes: checked };
}

function problemOf(field: Field, value: WireValue): string | null {
  if (!isSeveral(defaultValue(field)) && (value?.length ?? 0) > 1) return `${field.label} holds one value.`;
  const first = value?.[0];
  // Reads are lenient with stored values; a written value must be one of the options.
  if ('options' in field && first !== undefined && first !== null && !field.options.some((option) => option.value === first))
    return `Choose one of the options of ${field.label}.`;
  if (first === undefined || first === null) return null;
  const reading = readWire(field, value);
  if (reading.malformed !== undefined) return `${field.label} can’t hold this value.`;
  return validateField(field, reading.value);
}

/** Stored in the form that the console itself sends, so that equal values compare as equal. Null is kept: it reads as the default. */
function storedForm(field: Field, value: WireValue): WireValue {
  return value === null || value.length === 0 || value[0] === null ? null : toWire(field, readWire(field, value).value);
}
