import * as v from 'valibot';
import { idSchema } from '../entities/id.ts';
import type { WireValue } from '../entities/setting.ts';
import { limits } from '../limits.ts';
import type { FieldDescriptor, FieldReading } from './descriptor.ts';
import type { ImagesField, RecordsField } from './field.ts';
import { isId } from './id.ts';
import { toList, unwrap } from './stored-value.ts';

/** The ids of several records, at most `most` of them. */
function severalIds<F extends ImagesField | RecordsField>(most: number): FieldDescriptor<F> {
  return {
    default: () => [],
    validate({ label }, value) {
      if (!Array.isArray(value) || !value.every(isId)) return `Choose ${label} again.`;
      return value.length <= most ? null : `${label} can hold at most ${most}; these are ${value.length}.`;
    },
    parse: (_, stored) => readIds(stored ?? []),
    serialise: toList,
    sample: (_, n) => [String(n), String(n + 1)],
    // A limit against hostile bodies only: `validate` reports the field's own limit with a clearer message.
    bodySchema: () => v.pipe(v.array(idSchema), v.maxLength(limits.recordsPerSetting)),
  };
}

/** The ids stand in the list itself, or in one list inside it. */
function readIds(stored: NonNullable<WireValue>): FieldReading {
  const [first] = stored;
  const ids = (Array.isArray(first) && stored.length === 1 ? first : stored).map(unwrap).filter((id) => id !== null && id !== '');
  const read = ids.flatMap((id) => (typeof id === 'string' || typeof id === 'number' ? [String(id)] : []));
  return read.length === ids.length ? { value: read } : { value: [], malformed: [...stored] };
}

export const imagesKind = severalIds<ImagesField>(limits.imagesPerSetting);
export const recordsKind: FieldDescriptor<RecordsField> = { ...severalIds(limits.recordsPerSetting), choiceList: ({ list }) => list };
