import * as v from 'valibot';

/**
 * The messages between the console and the page in its preview frame, by `postMessage`. The frame is sandboxed without an origin of its
 * own, so each side identifies the other by its window (`event.source`), and accepts only these shapes.
 */

/** Longer than any homepage; a limit against a hostile answer. Characters. */
const mostHtml = 5_000_000;
const blockId = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100));
const ghostLabel = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100));
const pixels = v.pipe(v.number(), v.finite(), v.minValue(0));

/** From the console to the frame. */
const toPreviewSchema = v.variant('type', [
  /**
   * Shows this page, scrolled to this height. `rendered` returns `turn`. `windowHeight`: of the device, by which the page's own heights go;
   * the frame may be higher than that.
   */
  v.object({
    type: v.literal('frontage.render'),
    turn: v.number(),
    html: v.pipe(v.string(), v.maxLength(mostHtml)),
    scrollTop: pixels,
    windowHeight: pixels,
  }),
  /**
   * Outlines a block, by its id or its key, and scrolls to it where `reveal` is set; null: none. `ghost`: the block is drawn faded, with this
   * label; null: as it is.
   */
  v.object({ type: v.literal('frontage.outline'), blockId: v.nullable(blockId), reveal: v.boolean(), ghost: v.nullable(ghostLabel) }),
  v.object({ type: v.literal('frontage.scroll'), scrollTop: pixels }),
]);
export type ToPreview = v.InferOutput<typeof toPreviewSchema>;

/** From the frame to the console. */
export const fromPreviewSchema = v.variant('type', [
  /** The frame is ready for messages. */
  v.object({ type: v.literal('frontage.ready') }),
  /** The page of this turn is shown, with its styles and pictures loaded. */
  v.object({ type: v.literal('frontage.rendered'), turn: v.number() }),
  v.object({ type: v.literal('frontage.blockClicked'), blockId }),
  v.object({ type: v.literal('frontage.scrolled'), scrollTop: pixels }),
]);
export type FromPreview = v.InferOutput<typeof fromPreviewSchema>;

/** The attributes by which a rendered page identifies the block of an element. The footer has only its key. */
export const blockIdAttribute = 'data-block-id';
export const blockKeyAttribute = 'data-block';
