import { describe, expect, it, vi } from 'vitest';
import { openDeviceStore } from './device-store.ts';

// No screen of today has a secret field: one is made so here, for what the store does with it.
vi.mock('#contract/settings/index.ts', async (original) => {
  const real = await original<typeof import('#contract/settings/index.ts')>();
  return {
    ...real,
    settingOf: (key: string) => {
      const known = real.settingOf(key);
      return known && key === 'fb_link' ? { ...known, field: { ...known.field, secret: true } } : known;
    },
  };
});

describe('a secret', () => {
  it('is never queued', async () => {
    const store = await openDeviceStore({ name: crypto.randomUUID(), appVersion: 'test' });
    const settings = ['fb_link', 'ig_link'].map((key) => ({ key, value: ['hush'], category: 'social' as const, type: null }));
    const save = { userId: 'u1', accountId: null, websiteId: 'w1', command: 'settings.save' as const, base: {} };
    expect(await store.outbox.append({ ...save, body: { category: 'social', settings } })).toMatchObject({
      kind: 'refused',
      code: 'secret',
    });
    expect(await store.outbox.list('u1')).toEqual([]);
    const open = await store.outbox.append({ ...save, body: { category: 'social', settings: settings.slice(1) } });
    if (open.kind !== 'kept') throw new Error(open.code);
    expect(await store.outbox.edit(open.opId, { body: { category: 'social', settings }, base: {} })).toMatchObject({
      kind: 'refused',
      code: 'secret',
    });
    store.close();
  });

  it('is never drafted', async () => {
    const store = await openDeviceStore({ name: crypto.randomUUID(), appVersion: 'test' });
    const place = { userId: 'u1', websiteId: 'w1', screen: 'social-links' };
    await store.drafts.put(place, { values: { fb_link: 'hush', ig_link: 'open' }, base: { fb_link: 'hush' } });
    expect(await store.drafts.get(place)).toMatchObject({ values: { ig_link: 'open' }, base: {} });
    store.close();
  });
});
