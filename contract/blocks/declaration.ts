import type { BlockSettingType } from '../entities/block.ts';
import type { Json } from '../json.ts';

/** A setting as a theme declares it. `default` is the value itself; for types that hold several, the list. */
export interface BlockSettingDeclaration {
  readonly key: string;
  readonly label: string;
  readonly type: BlockSettingType;
  readonly default?: Json;
  readonly tooltip?: string;
  /** Characters; a text stops there. */
  readonly hardLimit?: number;
}

/** A kind of block of one theme. */
export interface BlockDeclaration {
  readonly key: string;
  readonly label: string;
  /** Stands where it stands: it can't be moved, hidden or deleted. */
  readonly static?: boolean;
  /** Made hidden. */
  readonly disabled?: boolean;
  /** In the order of the form. */
  readonly settings: readonly BlockSettingDeclaration[];
}
