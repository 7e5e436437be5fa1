import type { FieldHints } from './screen.ts';
import { whatApplies } from './unset.ts';
import { canBeVoid, voidReason } from './voids.ts';

export const hints: FieldHints = { whatApplies, voidReason, canBeVoid };
