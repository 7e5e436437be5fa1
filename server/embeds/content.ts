import type { Database } from '../connect.ts';

/** A record as the stand-ins show it. */
export interface Content {
  readonly id: string;
  readonly name: string;
  /** Beside the name in the list. */
  readonly note: string;
  readonly details: readonly (readonly [label: string, text: string])[];
  /** The address of a picture. */
  readonly picture?: string;
}

export interface ContentKind {
  readonly title: string;
  /** Null: such content has no page on the website, and so no SEO. */
  readonly postType: string | null;
  /** The website's records, or the one with this id. */
  readonly load: (db: Database, websiteId: number, id?: number) => Promise<readonly Content[]>;
}
