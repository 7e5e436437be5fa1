import * as v from 'valibot';
import type { Json } from '../json.ts';
import type { FieldDescriptor } from './descriptor.ts';
import type { FieldOf, FieldValue, NumberField, OpacityField, SliderField } from './field.ts';
import { oneValue } from './stored-value.ts';

type Bounds = Pick<NumberField, 'min' | 'max' | 'step'>;

export const opacityHint = 'Must be between 0.0 and 1.0.';

/** The limits of a range, and its step. */
export function rangeOf(field: OpacityField | SliderField): Required<Bounds> {
  return field.kind === 'opacity' ? { min: 0, max: 1, step: 0.05 } : { min: field.min ?? 0, max: field.max ?? 100, step: field.step ?? 1 };
}

/** The common part of all kinds whose value is a number, or null for none. */
function numeric<F extends NumberField | OpacityField | SliderField>(
  boundsOf: (field: F) => Bounds,
  validate: FieldDescriptor<F>['validate'] = (field, value) => boundsProblem(field.label, boundsOf(field), value),
): FieldDescriptor<F> {
  return oneValue({
    default: (field) => field.default ?? null,
    validate,
    read: readNumber,
    sample(field, n) {
      const { min = 0, max = Number.POSITIVE_INFINITY, step = 1 } = boundsOf(field);
      return Math.min(max, min + step * n);
    },
    bodySchema: () => v.nullable(v.number()),
    isTyped: true,
  });
}

function boundsProblem(label: string, { min, max, step }: Bounds, value: FieldValue): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${label} must be a number.`;
  if (step === 1 && !Number.isInteger(value)) return `${label} must be a whole number.`;
  if (min !== undefined && value < min) return `${label} must be at least ${min}.`;
  if (max !== undefined && value > max) return `${label} must be at most ${max}.`;
  return null;
}

/** Decimal fractions such as 0.05 have no exact value, so a step is met where the difference is too small to see. */
function stepProblem(label: string, { min, step }: Required<Bounds>, value: FieldValue): string | null {
  if (typeof value !== 'number') return null;
  const steps = (value - min) / step;
  if (Math.abs(steps - Math.round(steps)) < 1e-6) return null;
  const near = [Math.floor(steps), Math.ceil(steps)].map((count) => Number((min + count * step).toFixed(4)));
  return `${label} goes in steps of ${step}: choose ${near.join(' or ')}.`;
}

/** `Number` alone would also take blanks, `0x10` and `1e3`. */
const decimal = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/u;

function readNumber(raw: Json): number | null | undefined {
  if (raw === '') return null;
  const number = typeof raw === 'string' && decimal.test(raw) ? Number(raw) : raw;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export const numberKind = numeric<FieldOf<'number'>>((field) => field);
export const sliderKind = numeric<FieldOf<'slider'>>(
  rangeOf,
  (field, value) => boundsProblem(field.label, rangeOf(field), value) ?? stepProblem(field.label, rangeOf(field), value),
);
export const opacityKind = numeric<FieldOf<'opacity'>>(rangeOf, (field, value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? stepProblem(field.label, rangeOf(field), value) : opacityHint,
);
