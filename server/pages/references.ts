import { and, asc, eq, inArray } from 'drizzle-orm';
import type { LimitFunction } from 'p-limit';
import { rowId } from '../calls/scope.ts';
import type { Database } from '../connect.ts';
import { formsOf, type StoredForm } from '../forms/stored-form.ts';
import { menuItems, menus } from '../tables/content.ts';
import { files } from '../tables/files.ts';
import type { FormModel } from '../themes/form-models.ts';
import type { MenuModel, PageImage } from '../themes/page-model.ts';
import { formModel } from './form-model.ts';
import { safeHref } from './safe-href.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="0 0 1200 800">' +
  '<rect width="1200" height="800" fill="#e7e9ec"/><path d="M0 620 Q300 540 600 600 T1200 570 V800 H0Z" fill="#d3d7dc"/>' +
  '<path d="M410 400 L600 250 L790 400 V610 H410Z" fill="#f5f6f7"/><path d="M380 412 L600 236 L820 412 L800 434 L600 274 L400 434Z" fill="#b4bac2"/>' +
  '<path d="M560 610 V490 H640 V610Z M455 450 H525 V520 H455Z M675 450 H745 V520 H675Z" fill="#b4bac2"/></svg>';

const url = `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Shown where the selected picture is not on the server, or a record has none. */
const placeholder = (alt = ''): PageImage => ({ url, width: 1200, height: 800, alt });

/** The ids that a page names. */
export interface ReferencedIds {
  readonly files: ReadonlySet<string>;
  readonly menus: ReadonlySet<string>;
  readonly forms: ReadonlySet<string>;
}

export interface References {
  /** A file that is not on the server is shown as a placeholder: its upload may be pending on a device. Null for no id. */
  readonly picture: (id: string | null, alt: string) => PageImage | null;
  /** A readable text for a file: the name of a logo's owner, for example. */
  readonly nameOf: (id: string) => string;
  readonly menu: (id: string | null) => MenuModel | null;
  readonly form: (id: string | null) => FormModel | null;
}

interface ReferenceDeps {
  readonly db: Database;
  readonly websiteId: number;
  readonly limitReads: LimitFunction;
  /** The site key of reCAPTCHA for a form; empty for none. */
  readonly captchaOf: (form: StoredForm) => string;
}

/** Loads the records and files that a page names, from this website only. */
export async function readReferences({ db, websiteId, limitReads, captchaOf }: ReferenceDeps, wanted: ReferencedIds): Promise<References> {
  const [found, menuModels, storedForms] = await Promise.all([
    limitReads(() => readFiles(db, websiteId, [...wanted.files])),
    limitReads(() => readMenus(db, websiteId, rowIds(wanted.menus))),
    limitReads(() => formsOf(db, websiteId, rowIds(wanted.forms))),
  ]);
  const formModels = new Map(storedForms.map((form) => [form.id, formModel(form, captchaOf(form))]));
  return {
    picture: (id, alt) => (id === null ? null : pictureOf(found.get(id), alt)),
    nameOf: (id) => (found.get(id)?.name ?? '').replace(/\.\w+$/u, '').replaceAll(/[-_]+/gu, ' '),
    menu: (id) => (id === null ? null : (menuModels.get(rowId(id) ?? 0) ?? null)),
    form: (id) => (id === null ? null : (formModels.get(rowId(id) ?? 0) ?? null)),
  };
}

type FileRow = Pick<typeof files.$inferSelect, 'id' | 'name' | 'mimeType' | 'width' | 'height'>;

/** A placeholder for a file that is missing, or is no picture. */
export function pictureOf(file: FileRow | null | undefined, alt: string): PageImage {
  if (!file?.mimeType.startsWith('image/')) return placeholder(alt);
  return { url: `/files/${file.id}/${encodeURIComponent(file.name)}`, width: file.width, height: file.height, alt };
}

const rowIds = (ids: ReadonlySet<string>): readonly number[] => [...ids].flatMap((id) => rowId(id) ?? []);

async function readFiles(db: Database, websiteId: number, ids: readonly string[]): Promise<ReadonlyMap<string, FileRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: files.id, name: files.name, mimeType: files.mimeType, width: files.width, height: files.height })
    .from(files)
    .where(and(eq(files.websiteId, websiteId), inArray(files.id, [...ids])));
  return new Map(rows.map((row) => [row.id, row]));
}

async function readMenus(db: Database, websiteId: number, ids: readonly number[]): Promise<ReadonlyMap<number, MenuModel>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ menu: menus, item: menuItems })
    .from(menus)
    .leftJoin(menuItems, eq(menuItems.menuId, menus.id))
    .where(and(eq(menus.websiteId, websiteId), inArray(menus.id, [...ids])))
    .orderBy(asc(menus.id), asc(menuItems.position));
  return new Map(
    [...Map.groupBy(rows, ({ menu }) => menu.id)].map(([id, ofMenu]) => [
      id,
      { name: ofMenu[0]?.menu.name ?? '', items: itemsOf(ofMenu.flatMap(({ item }) => item ?? [])) },
    ]),
  );
}

/** An item with an unsafe link is left out, together with the items below it. */
function itemsOf(items: readonly (typeof menuItems.$inferSelect)[]): MenuModel['items'] {
  const linksUnder = (parent: number | null) =>
    items.flatMap((item) => {
      const href = item.parent === parent ? safeHref(item.href) : null;
      return href === null ? [] : [{ position: item.position, label: item.label, href, newTab: item.newTab }];
    });
  return linksUnder(null).map(({ position, ...link }) => ({
    ...link,
    items: linksUnder(position).map(({ position: _, ...inner }) => inner),
  }));
}
