import { describe, expect, it } from 'vitest';
import { enterTab, type TabStorageArea } from './tab-name.ts';

function areaWith(name: string | null = null): TabStorageArea & { name: string | null } {
  return {
    name,
    getItem() {
      return this.name;
    },
    setItem(_, value) {
      this.name = value;
    },
  };
}

const enter = (storage: TabStorageArea, locks: LockManager | null = navigator.locks) =>
  enterTab({ storage: () => storage, locks, newId: () => crypto.randomUUID(), patienceMs: 50 });

describe('the name of a tab', () => {
  it('is kept for the next page of this tab', async () => {
    const storage = areaWith(crypto.randomUUID());
    const { name } = storage;
    expect((await enter(storage)).own).toBe(name);
  });

  it('is another one in a duplicate, which got a copy of the storage', async () => {
    const storage = areaWith();
    const first = await enter(storage);
    const copy = areaWith(storage.name);
    const second = await enter(copy);
    expect(second.own).not.toBe(first.own);
    expect(copy.name).toBe(second.own);
    expect(await first.living()).toEqual(expect.arrayContaining([first.own, second.own]));
  });

  it('is given also where the browser has neither storage nor locks', async () => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    const tabs = await enter({ getItem: refuse, setItem: refuse }, null);
    expect(tabs.own).not.toBe('');
    expect(await tabs.living()).toEqual([]);
  });
});
