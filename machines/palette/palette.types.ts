export type EntryKind = 'screen' | 'field' | 'website' | 'block' | 'action';

/** Where an entry leads. Plain JSON: the wiring turns it into an address or a call. */
export type EntryTarget =
  | { readonly kind: 'screen'; readonly websiteId: string; readonly path: string; readonly field: string | null }
  | { readonly kind: 'website'; readonly websiteId: string }
  | { readonly kind: 'page'; readonly to: 'websites' | 'sessions' | 'stateFlows' }
  | { readonly kind: 'action'; readonly action: string };

export interface PaletteEntry {
  /** Unique among the entries, and the same at every visit: uses are counted by it. */
  readonly id: string;
  readonly kind: EntryKind;
  readonly label: string;
  /** Muted, beside the label: where it stands. */
  readonly path: string;
  /** A setting's key; empty for what has none. */
  readonly key: string;
  /** Searched besides label and key: the screen, the section, a domain. */
  readonly words: string;
  readonly help: string;
  /** Why it can't be chosen now; null where it can. */
  readonly reason: string | null;
  readonly isPinned: boolean;
  /** Among the websites opened last. */
  readonly isRecent: boolean;
  readonly target: EntryTarget;
}

/** What there is to find, as this device knows it. */
export interface PaletteSources {
  readonly entries: readonly PaletteEntry[];
  /** By entry: how often and how lately it was chosen. */
  readonly uses: Readonly<Record<string, number>>;
}

/** From and to, in characters of a label. */
export type MarkedRange = readonly [start: number, end: number];

export interface PaletteResult {
  readonly id: string;
  readonly group: 'recent' | EntryKind;
  readonly marks: readonly MarkedRange[];
}

/** Plain JSON. */
export interface PaletteContext extends PaletteSources {
  readonly query: string;
  readonly results: readonly PaletteResult[];
  /** The result that Enter chooses; null where there is none. */
  readonly activeId: string | null;
  /** Enter was pressed before there was anything to choose from. */
  readonly isHasty: boolean;
  readonly chosenId: string | null;
  /** Why the entry that was chosen last can't be chosen now. */
  readonly reason: string | null;
}
