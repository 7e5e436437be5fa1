import { createContext, use } from 'react';
import type { ChoiceList } from '#contract/entities/lists.ts';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import type { RecordDetails } from '#contract/resources/details.ts';
import type { FileDropState } from '#src/ui/file-drop.tsx';

/** The items of a list to choose from, as far as they are loaded. */
export type Choices =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message?: string; readonly onRetry: () => void }
  | {
      readonly status: 'ready';
      readonly items: readonly { readonly id: string; readonly label: string }[];
      /** How many there are in all; more than `items` where only the beginning is loaded. */
      readonly total?: number;
      /** Loads more of a long list, as where a chosen item is not among `items`. */
      readonly onMore?: () => void;
    };

/** The file of one field: its state, and the actions on it. */
export interface FileControl {
  readonly state: FileDropState;
  /** Why a chosen file was not accepted. */
  readonly problem: string | null;
  readonly onFile: (file: File) => void;
  readonly onRemove: () => void;
  readonly onCancel?: () => void;
  readonly onRetry?: () => void;
}

/** Which file of which field. `onChange` gets the new value of the field, `onDropped` the id of a file that nothing refers to any more. */
export interface FileInput {
  readonly websiteId: string;
  readonly settingKey: string;
  /** Extensions, with their dot. */
  readonly accept: readonly string[];
  readonly fileId: string | null;
  /** The value that Cancel restores. */
  readonly storedId: string | null;
  readonly onChange: (fileId: string | null) => void;
  readonly onDropped: (fileId: string) => void;
}

/** A record whose page the fields stand on: they are its own, or those of a part of it. */
export interface RecordData {
  /** By key, as typed in its form. */
  readonly values: Readonly<Record<string, FieldValue>>;
  /** What only the server knows of it; null: not loaded, or it can't be. */
  readonly details: RecordDetails | null;
}

/** The data and services that some kinds of field need. Without its port, a field is shown as not available. */
export interface FieldData {
  readonly websiteId?: string;
  /** A hook: the file that a field holds, or the one that is being uploaded into it. */
  readonly useFile?: (input: FileInput) => FileControl;
  /** The block that the fields belong to. */
  readonly blockId?: string;
  readonly onFileDropped?: (fileId: string) => void;
  readonly lists?: Readonly<Partial<Record<ChoiceList, Choices>>>;
  readonly record?: RecordData;
  /** A hook: the results of a search in a list that is too long to be loaded whole. */
  readonly useFound?: (websiteId: string, list: ChoiceList, text: string) => Choices;
}

export const FieldDataContext = createContext<FieldData>({});

export const useFieldData = (): FieldData => use(FieldDataContext);

/** Whether a field holds files, and needs `useFile`. */
export const hasFiles = ({ kind }: Field): boolean => kind === 'image' || kind === 'images' || kind === 'file';
