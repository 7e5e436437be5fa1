import { describe, expect, it } from 'vitest';
import { blockOrderSchema, blockSettingsUpdateSchema } from '#contract/entities/block.ts';
import { previewRequestSchema } from '#contract/entities/preview.ts';
import { settingsUpdateSchema } from '#contract/entities/setting.ts';
import { limits } from '#contract/limits.ts';
import { readInput } from './fields.ts';

const refusal = (fields: Readonly<Record<string, string>>) =>
  expect.objectContaining({ kind: 'failure', code: 'validation_failed', fields });
/** As many as a body of a megabyte holds. */
const bad = Array.from({ length: limits.jsonBodyBytes / 2 }, () => 1);
const tooLong = 'This can hold at most 1000.';

describe('a body of a megabyte', () => {
  it.each([
    ['a settings save', settingsUpdateSchema, { data: { settings: bad } }, 'data.settings'],
    ['a save of a block', blockSettingsUpdateSchema, { data: { settings: bad } }, 'data.settings'],
    ['an order of blocks', blockOrderSchema, { items: bad }, 'items'],
    ['a preview', previewRequestSchema, { component: 'index.twig', data: { blocks: bad } }, 'data.blocks'],
    ['a value', settingsUpdateSchema, { data: { settings: [{ key: 'fb_link', value: bad }] } }, 'fb_link'],
    ['an object', previewRequestSchema, { component: 'index.twig', settings: Object.fromEntries(bad.entries()) }, 'settings'],
  ])('that is one list is refused by its length: %s', (_, schema, body, field) => {
    expect(readInput(schema, body)).toEqual(refusal({ [field]: tooLong }));
  });

  it('of many bad lists is refused by the first', () => {
    const lists = Array.from({ length: 30 }, () => Object.fromEntries(bad.slice(0, 480).entries()));
    expect(readInput(previewRequestSchema, { component: 'index.twig', theme_settings: Object.fromEntries(lists.entries()) })).toEqual(
      refusal({ 'theme_settings.0.0': 'This must be Array.' }),
    );
  });
});

it('names a hundred bad entries at most, each by its key where it has one', () => {
  const settings = Array.from({ length: 900 }, (_, at) => ({ key: `key_${at}` }));
  const read = readInput(settingsUpdateSchema, { data: { settings } });
  const names = read.kind === 'failure' ? Object.keys(read.fields ?? {}) : [];
  expect([names.length, names.includes('key_0'), names.includes('key_99')]).toEqual([100, true, true]);
});

it('reads the list that entries are named by as often for many bad ones as for one', () => {
  const readsOf = (bad: number) => {
    let reads = 0;
    const settings = Array.from({ length: bad }, (_, at) => ({ key: `key_${at}` }));
    const data = {
      get settings() {
        reads += 1;
        return settings;
      },
    };
    expect(readInput(settingsUpdateSchema, { data })).toMatchObject({ kind: 'failure' });
    return reads;
  };
  expect(readsOf(90)).toBe(readsOf(1));
});
