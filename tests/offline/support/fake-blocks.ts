import { blockCatalogue, defaultSettings } from '#contract/blocks/catalogue.ts';
import { addBlock, fromTop, inOrder, removeBlock, setEnabled } from '#contract/blocks/order.ts';
import {
  createBlockBodySchema,
  deleteBlockBodySchema,
  blockSettingsBodySchema,
  reorderBlocksBodySchema,
  updateBlockBodySchema,
} from '#contract/resources/blocks.ts';
import type { Block } from '#contract/entities/block.ts';
import { type Json, toJson } from '#contract/json.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import * as v from 'valibot';

/** The result of a mutation of blocks. `gone`: its block does not exist. */
export type BlockEffect = { readonly kind: 'done'; readonly data: Json } | { readonly kind: 'gone' } | { readonly kind: 'refused' };

/** The reference API's semantics for one website's blocks. */
export class FakeBlocks {
  blocks: readonly Block[] = [];
  private createdCount = 0;

  /** A homepage with this many movable blocks between a cover and a footer. */
  fill(count: number): void {
    const one = (id: string, key: string, label: string, at: number, fixed: boolean): Block => ({
      id,
      key,
      label,
      priority: at + 1,
      static: fixed,
      enabled: fixed ? null : true,
      settings: this.defaults(key),
    });
    this.blocks = [
      one('b-cover', 'cover', 'Cover', 0, true),
      ...Array.from({ length: count }, (_, i) => one(`b${i}`, 'banner', `Banner ${i}`, i + 1, false)),
      one('b-footer', 'footer', 'Footer', count + 1, true),
    ];
  }

  order(): readonly string[] {
    return fromTop(this.blocks).map(({ id }) => id);
  }

  apply(entry: OutboxEntry): BlockEffect {
    const has = (id: string) => this.blocks.some((block) => block.id === id);
    const only = (id: string): BlockEffect => ({ kind: 'done', data: toJson(this.blocks.find((block) => block.id === id) ?? null) });
    switch (mutationName(entry)) {
      case 'block.reorder':
        this.blocks = inOrder(this.blocks, v.parse(reorderBlocksBodySchema, entry.body).order);
        return { kind: 'done', data: toJson(this.blocks.map(({ settings: _, ...block }) => block)) };
      case 'block.update': {
        const { blockId, enabled } = v.parse(updateBlockBodySchema, entry.body);
        if (!has(blockId)) return { kind: 'gone' };
        this.blocks = setEnabled(this.blocks, blockId, enabled);
        return only(blockId);
      }
      case 'block.create': {
        const { key, label } = v.parse(createBlockBodySchema, entry.body);
        if (label === 'bad') return { kind: 'refused' };
        this.createdCount += 1;
        const id = `made${this.createdCount}`;
        this.blocks = addBlock(this.blocks, { id, key, label, enabled: true, static: false, priority: 0, settings: this.defaults(key) });
        return only(id);
      }
      case 'block.delete': {
        const { blockId } = v.parse(deleteBlockBodySchema, entry.body);
        if (!has(blockId)) return { kind: 'gone' };
        this.blocks = removeBlock(this.blocks, blockId);
        return { kind: 'done', data: { id: blockId } };
      }
      case 'block-settings.update': {
        const { blockId, settings } = v.parse(blockSettingsBodySchema, entry.body);
        if (!has(blockId)) return { kind: 'gone' };
        const values = new Map(settings.map(({ key, value }) => [key, value]));
        this.blocks = this.blocks.map((block) =>
          block.id === blockId
            ? {
                ...block,
                settings: block.settings?.map((one) => ({
                  ...one,
                  value: values.has(one.key) ? (values.get(one.key) ?? null) : one.value,
                })),
              }
            : block,
        );
        const saved = this.blocks.find(({ id }) => id === blockId)?.settings?.filter(({ key }) => values.has(key));
        return { kind: 'done', data: toJson(saved ?? []) };
      }
      default:
        throw new Error(`no mutation of blocks: ${mutationName(entry)}`);
    }
  }

  private defaults(key: string) {
    const declaration = blockCatalogue.versatile.find((block) => block.key === key);
    return declaration ? defaultSettings(declaration) : [];
  }
}
