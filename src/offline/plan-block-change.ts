import { blockDeclaration, defaultSettings } from '#contract/blocks/catalogue.ts';
import { fromTop } from '#contract/blocks/order.ts';
import type { BlockSetting } from '#contract/entities/block.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { Json } from '#contract/json.ts';
import { enabledField, orderField, settingField } from '#contract/resources/blocks.ts';
import { localId } from '#contract/resources/local-id.ts';
import type { NewMutation } from '#db/append.ts';
import type { BlocksReading } from '#db/blocks-overlay.ts';
import type { BlockChange } from '#machines/block-ports.ts';

/** One mutation of a change, without the parts that all of them share. */
type WithoutParts<Each> = Each extends NewMutation ? Pick<Each, 'resource' | 'mutation' | 'body' | 'base'> : never;
export type BlockStep = WithoutParts<NewMutation>;

interface BlockPlan {
  readonly steps: readonly BlockStep[];
  /** Null unless the change is a create. */
  readonly blockId: string | null;
}

/** The mutations that make up a change. */
export function planOfChange(
  change: BlockChange,
  { stored, blocks, idMap }: BlocksReading,
  theme: ThemeKey | null,
  newId: () => string,
): BlockPlan {
  const before = stored ?? [];
  const order = (ids: readonly string[]): BlockStep => ({
    resource: 'block',
    mutation: 'reorder',
    body: { order: [...ids] },
    base: { [orderField]: fromTop(before).map(({ id }) => id) },
  });
  const show = (blockId: string, label: string, enabled: boolean): BlockStep => ({
    resource: 'block',
    mutation: 'update',
    body: { blockId, label, enabled },
    base: {
      [enabledField(blockId)]: (before.find(({ id }) => id === blockId) ?? blocks.find(({ id }) => id === blockId))?.enabled ?? null,
    },
  });
  switch (change.kind) {
    case 'order':
      return { steps: [order(change.order)], blockId: null };
    case 'show':
      return { steps: [show(change.blockId, change.label, change.enabled)], blockId: null };
    case 'delete':
      return {
        steps: [{ resource: 'block', mutation: 'delete', body: { blockId: change.blockId, label: change.label }, base: {} }],
        blockId: null,
      };
    case 'settings': {
      const { blockId, label, settings, base } = change;
      const fields = settings.map(({ key }) => [settingField(blockId, key), base[key] ?? null] as const);
      return {
        steps: [
          {
            resource: 'block-settings',
            mutation: 'update',
            body: { blockId, label, settings: [...settings] },
            base: Object.fromEntries(fields),
          },
        ],
        blockId: null,
      };
    }
    case 'create': {
      const { key, label, below, copyOf } = change;
      const id = localId(newId());
      const declaration = theme === null ? undefined : blockDeclaration(theme, key);
      const settings = declaration ? [...defaultSettings(declaration)] : [];
      const enabled = !declaration?.disabled;
      const known: BlockStep['base'] = stored === null ? {} : { known: stored.map((block) => block.id) };
      const steps: BlockStep[] = [
        { resource: 'block', mutation: 'create', body: { localId: id, key, label, enabled, settings }, base: known },
      ];
      const writes = (copyOf?.settings ?? []).filter((write) => settings.some((setting) => setting.key === write.key));
      const changed = writes.length > 0;
      if (changed)
        steps.push({
          resource: 'block-settings',
          mutation: 'update',
          body: { blockId: id, label, settings: writes },
          base: defaultsOf(id, settings),
        });
      if (change.enabled !== null && change.enabled !== enabled)
        steps.push({
          resource: 'block',
          mutation: 'update',
          body: { blockId: id, label, enabled: change.enabled },
          base: { [enabledField(id)]: enabled },
        });
      // The screen may still use its local id.
      const above = below === null ? null : (idMap[below] ?? below);
      if (above !== null) steps.push(order(fromTop(blocks).flatMap((block) => (block.id === above ? [block.id, id] : [block.id]))));
      return { steps, blockId: id };
    }
  }
}

/** The settings that the server gives a new block. */
function defaultsOf(blockId: string, settings: readonly BlockSetting[]): Readonly<Record<string, Json>> {
  return Object.fromEntries(settings.map(({ key, value }) => [settingField(blockId, key), value]));
}
