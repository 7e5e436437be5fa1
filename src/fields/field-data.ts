import { createContext, use } from 'react';

/** A list that a choice is made from, as far as it is known. */
export type Choices =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly onRetry: () => void }
  | { readonly status: 'ready'; readonly items: readonly { readonly id: string; readonly label: string }[] };

/** What is known of the file that a field holds, or of the one that is on its way into it. */
export type FileState =
  | { readonly status: 'empty' }
  | { readonly status: 'loading' }
  | { readonly status: 'uploading'; readonly name: string; readonly percent: number | null }
  | { readonly status: 'ready'; readonly name: string; readonly url: string | null }
  | { readonly status: 'failed'; readonly message: string };

export interface FilePort {
  readonly view: (fieldKey: string, fileId: string | null) => FileState;
  /** Answers with the file's id by `onUploaded`; how it goes is seen in `view`. */
  readonly upload: (fieldKey: string, file: File, onUploaded: (fileId: string) => void) => void;
}

/** What some kinds need from outside. A port that is left out shows the field as not available. */
export interface FieldData {
  readonly menus?: Choices;
  readonly forms?: Choices;
  readonly files?: FilePort;
}

export const FieldDataContext = createContext<FieldData>({});

export const useFieldData = (): FieldData => use(FieldDataContext);
