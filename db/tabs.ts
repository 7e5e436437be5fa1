/** The tabs of this browser, as far as drafts and chosen files need to tell them apart. */
export interface Tabs {
  /** This tab's name: the same after a reload, another one in a duplicate of the tab. */
  readonly own: string;
  /** Names of the tabs that are open at this moment. Never rejects; empty where the browser can't tell. */
  living(): Promise<readonly string[]>;
}

/** One tab, which knows of no others: where a store is opened without the name of its tab. */
export const onlyTab: Tabs = { own: 'only', living: () => Promise.resolve([]) };
