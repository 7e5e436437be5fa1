import { isBlankText } from '#contract/invisible.ts';
import { cleanHtml } from './clean-html.ts';
import type { FormModel } from './form-models.ts';
import type { BlockModel, BlockValue, MenuModel, PageModel } from './page-model.ts';
import { ownStyle, rootStyle } from './styles.ts';
import { shared, themeFiles } from './templates.ts';

/**
 * The whole page of a website's homepage, as HTML. Texts are escaped; a block with a key that the theme does not know shows nothing. The
 * first call reads the templates from the disk, synchronously; nothing is awaited.
 */
export function renderPage(model: PageModel): string {
  const { page, partials, css } = themeFiles(model.theme);
  const title = model.blocks.findIndex((block) => block.key === 'cover' && hasText(block.values['cover_title']));
  const blocks = model.blocks.flatMap((block, at) => {
    const partial = partials.get(block.key);
    // One heading of the first level, whatever the blocks are.
    return partial === undefined ? [] : [{ ...block, partial, first: at === 0, heading: at === title ? 'h1' : 'h2' }];
  });
  const popups = model.popups.map((popup) => ({
    ...popup,
    ...cleanHtml(popup.content, model.basePath),
    opens: JSON.stringify(popup.triggers),
  }));
  const styles = css + (popups.length > 0 ? shared('popups.css') : '') + rootStyle(model);
  return page.render({
    ...model,
    blocks,
    popups,
    styles,
    // Of an element of its own: `@import` works at the beginning of one alone.
    ownStyles: ownStyle(model.custom.css),
    script: model.preview ? '' : shared('site.js') + (popups.length > 0 ? shared('popups.js') : ''),
    hasTitle: title !== -1,
    isAlone: model.formPage?.isAlone === true,
    hasCaptcha: !model.preview && formsOf(model).some(({ captcha }) => captcha !== ''),
    overCover: model.header.transparent && blocks[0]?.key === 'cover',
    stylesheets: model.preview ? [] : stylesheets(model),
    quickMenu: quickMenu(model),
  });
}

/** Many times the size of a normal homepage. The page is held in memory for each client that reads it. */
export const maxPageBytes = 2_000_000;

/** As `renderPage`; null for a page that is too large to be cached or sent. A job of the worker threads. */
export function renderBoundedPage(model: PageModel): string | null {
  const html = renderPage(model);
  return Buffer.byteLength(html) > maxPageBytes ? null : html;
}

/** The forms of a page, wherever they stand. */
function formsOf({ blocks, footer, popups, formPage }: PageModel): readonly FormModel[] {
  const ofBlocks = blocks.flatMap(({ values }) => Object.values(values).filter(isForm));
  return [...ofBlocks, footer.form, ...popups.map(({ form }) => form), formPage?.form ?? null].filter((form) => form !== null);
}

const hasText = (value: BlockValue | undefined) => typeof value === 'string' && !isBlankText(value);

function stylesheets({ fonts }: PageModel): readonly string[] {
  const urls = [fonts.heading, fonts.body].flatMap((font) => (font?.kind === 'stylesheet' ? [font.url] : []));
  return [...new Set(urls)];
}

/** The quick menu in the cover: the menu of the block of this name, else the header's. */
function quickMenu({ blocks, header }: PageModel): MenuModel | null {
  const chosen = blocks.find((block: BlockModel) => block.key === 'quick_menu')?.values['menu'];
  return isMenu(chosen) && chosen.items.length > 0 ? chosen : header.menu;
}

function isForm(value: BlockValue): value is FormModel {
  return typeof value === 'object' && value !== null && 'rows' in value;
}

function isMenu(value: BlockValue | undefined): value is MenuModel {
  return typeof value === 'object' && value !== null && 'items' in value;
}
