import type { BlockSettingType } from '../entities/block.ts';
import type { Json } from '../json.ts';

/** A setting as a theme declares it. `default` is the value itself; for types with several values, the list. */
export interface BlockSettingDeclaration {
  readonly key: string;
  readonly label: string;
  readonly type: BlockSettingType;
  readonly default?: Json;
  readonly tooltip?: string;
  /** The maximum number of characters, where typing stops. */
  readonly hardLimit?: number;
}

/** A kind of block of one theme. */
export interface BlockDeclaration {
  readonly key: string;
  readonly label: string;
  /** The block has a fixed place: it can't be moved, hidden or deleted. */
  readonly static?: boolean;
  /** New blocks of this kind are hidden. */
  readonly disabled?: boolean;
  /** In the order of the form. */
  readonly settings: readonly BlockSettingDeclaration[];
}
