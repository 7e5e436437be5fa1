import { createContext, use } from 'react';
import type { ChoiceList } from '#contract/entities/lists.ts';
import type { FileDropState } from '#src/ui/file-drop.tsx';

/** A list that a choice is made from, as far as it is known. */
export type Choices =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message?: string; readonly onRetry: () => void }
  | {
      readonly status: 'ready';
      readonly items: readonly { readonly id: string; readonly label: string }[];
      /** How many there are in all; more than `items` where only the beginning is loaded. */
      readonly total?: number;
      /** Brings more of a long list, as where a chosen one is not among `items`. */
      readonly onMore?: () => void;
    };

/** The file of one field: what is shown of it, and what can be done. */
export interface FileControl {
  readonly state: FileDropState;
  /** Why a chosen file was not taken. */
  readonly problem: string | null;
  readonly onFile: (file: File) => void;
  readonly onRemove: () => void;
  readonly onCancel?: () => void;
  readonly onRetry?: () => void;
}

/** Which file of which field. `onChange` takes the id that the field is to hold, `onDropped` one that is nowhere any more. */
export interface FileInput {
  readonly websiteId: string;
  readonly settingKey: string;
  /** Extensions, with their dot. */
  readonly accept: readonly string[];
  readonly fileId: string | null;
  /** What Cancel leads back to. */
  readonly storedId: string | null;
  readonly onChange: (fileId: string | null) => void;
  readonly onDropped: (fileId: string) => void;
}

/** What some kinds need from outside. A port that is left out shows the field as not available. */
export interface FieldData {
  readonly websiteId?: string;
  /** A hook: the file that a field holds, and the one that is on its way into it. */
  readonly useFile?: (input: FileInput) => FileControl;
  /** The block whose settings the fields are. */
  readonly blockId?: string;
  readonly onFileDropped?: (fileId: string) => void;
  readonly lists?: Readonly<Partial<Record<ChoiceList, Choices>>>;
  /** A hook: what a search finds in a list that is not loaded whole. */
  readonly useFound?: (websiteId: string, list: ChoiceList, text: string) => Choices;
}

export const FieldDataContext = createContext<FieldData>({});

export const useFieldData = (): FieldData => use(FieldDataContext);
