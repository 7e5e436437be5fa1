import type { Field } from '../fields/field.ts';
import { limits } from '../limits.ts';
import { swatchOf } from './brand-colors.ts';
import { contrastRatio } from './contrast.ts';
import type { Contrast, ScreenWarnings, ShownForm } from './screen.ts';

/** The keys of a text's colour and of its background. */
type Pair = readonly [foreground: string, background: string];

/** Warns about text that is hard to read: below `limits.contrastMin`. */
export function contrastWarnings(pairs: readonly Pair[]): ScreenWarnings {
  return {
    keys: pairs.map(([foreground]) => foreground),
    list: (form) =>
      pairs.flatMap((pair) => {
        const found = contrastOf(pair, form);
        if (found === null || found.ratio >= limits.contrastMin) return [];
        const { text, ground, ratio } = found;
        const message = `${text.label} on ${lowerFirst(ground.label)} is hard to read: the contrast is ${shownRatio(ratio)} to 1, and should be at least ${limits.contrastMin} to 1.`;
        return [{ key: text.key, message }];
      }),
    contrasts(form) {
      const contrasts = new Map<string, Contrast>();
      for (const pair of pairs) {
        const found = contrastOf(pair, form);
        if (found === null) continue;
        const { ratio, text, ground } = found;
        if (ratio >= (contrasts.get(text.key)?.ratio ?? Number.POSITIVE_INFINITY)) continue;
        const on = `${shownRatio(ratio)} to 1 on ${lowerFirst(ground.label)}`;
        contrasts.set(text.key, { ratio, text: on, isLow: ratio < limits.contrastMin });
      }
      return contrasts;
    },
  };
}

function contrastOf([foreground, background]: Pair, form: ShownForm) {
  const [text, ground] = [form.fields.get(foreground), form.fields.get(background)];
  if (!text || !ground) return null;
  const [color, behind] = [colorOf(text, form), colorOf(ground, form)];
  const ratio = color === null || behind === null ? null : contrastRatio(color, behind);
  return ratio === null ? null : { text, ground, ratio };
}

/** Rounded down, so that a contrast just below the limit is not shown as the limit. */
const shownRatio = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

/** The colour that a field's value names, as `#rrggbb`; null where there is none. */
function colorOf(field: Field, { values, scope }: ShownForm): string | null {
  const value = values[field.key];
  if (typeof value !== 'string') return null;
  if (field.kind !== 'themeColor') return field.kind === 'color' ? value : null;
  const option = field.options.find((candidate) => candidate.value === value);
  const brandColor = (setting: string): string | null => {
    const found = scope.setting('style', setting);
    return typeof found === 'string' ? found : null;
  };
  return option ? (swatchOf(option, brandColor)?.color ?? null) : null;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
