/** The tabs of this browser, as far as drafts and chosen files have to distinguish them. */
export interface Tabs {
  /** This tab's name: the same after a reload, another one in a duplicate of the tab. */
  readonly own: string;
  /** Names of the tabs that are open at this moment. Never rejects; empty where the browser can't list them. */
  living(): Promise<readonly string[]>;
}

/** One tab, which knows of no others: where a store is opened without the name of its tab. */
export const onlyTab: Tabs = { own: 'only', living: () => Promise.resolve([]) };
