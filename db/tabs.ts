/** The tabs of this browser, for drafts and chosen files. */
export interface Tabs {
  /** This tab's name: the same after a reload, another one in a duplicate of the tab. */
  readonly own: string;
  /** Names of the tabs that are open at this moment. Never rejects; empty where the browser can't list them. */
  living(): Promise<readonly string[]>;
}

/** A single tab, for a store that is opened without the name of its tab. */
export const onlyTab: Tabs = { own: 'only', living: () => Promise.resolve([]) };
