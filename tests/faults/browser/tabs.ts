import type { Page } from 'playwright';
import { crashTab } from './tab-faults.ts';
import type { World } from './world.ts';

export interface Tab {
  readonly name: string;
  readonly page: Page;
}

/** The tabs of a run, each with a name. */
export class Tabs {
  closed = 0;
  crashed = 0;
  private readonly world: World;
  private opened = 0;

  constructor(world: World) {
    this.world = world;
  }

  async open(): Promise<Tab> {
    this.opened += 1;
    return { name: String(this.opened), page: await this.world.newPage() };
  }

  /** Closes a tab, and opens the next one. */
  async end({ page }: Tab, how: 'close' | 'crash'): Promise<Tab> {
    if (how === 'crash' && !page.isClosed()) await crashTab(page);
    else await page.close();
    this[how === 'crash' ? 'crashed' : 'closed'] += 1;
    return this.open();
  }

  async withPage(work: (page: Page) => Promise<void>): Promise<void> {
    const { page } = await this.open();
    await work(page);
    await page.close();
  }
}
