import type { PreviewRequest } from '#contract/entities/preview.ts';

export interface PreviewSubmission {
  readonly websiteId: string;
  readonly request: PreviewRequest;
}

/** `at`: when the page was rendered, ms since the epoch. */
export type PreviewRendered =
  | { readonly kind: 'rendered'; readonly html: string; readonly at: number }
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed'; readonly message: string };

/** The last good page of a website, as this device keeps it. `at` in ms since the epoch. */
export interface KeptPreview {
  readonly html: string;
  readonly at: number;
}
