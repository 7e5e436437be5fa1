import { isBlankText } from '#contract/invisible.ts';
import { and, eq, lte } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { posts } from '../tables/content.ts';
import { seo } from '../tables/seo.ts';
import type { ArticleModel, PageImage } from '../themes/page-model.ts';
import type { PageSeo } from './seo-model.ts';

/** A published post, with the SEO data of its page. */
export interface PostPage {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly publishedAt: Date;
  readonly imageId: string | null;
  readonly seo: PageSeo | null;
  /** For social networks: the page's social image before the post's own. */
  readonly pictures: readonly string[];
}

export async function postPageOf(db: Database, websiteId: number, id: number, now: Date): Promise<PostPage | null> {
  const [found] = await db
    .select({ post: posts, seo })
    .from(posts)
    .leftJoin(seo, and(eq(seo.websiteId, websiteId), eq(seo.postType, 'post'), eq(seo.postId, String(id))))
    .where(and(eq(posts.websiteId, websiteId), eq(posts.id, id), lte(posts.publishedAt, now)));
  if (!found) return null;
  const { title, excerpt, body, publishedAt, imageId } = found.post;
  const pictures = [found.seo?.imageId ?? null, imageId].filter((each) => each !== null);
  return { id, title, text: isBlankText(body) ? excerpt : body, publishedAt, imageId, seo: found.seo, pictures };
}

const longDate = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' });

export function articleOf({ title, text, publishedAt }: PostPage, image: PageImage | null): ArticleModel {
  const paragraphs = text.split(/\n\s*\n/u).filter((paragraph) => !isBlankText(paragraph));
  return { title, date: longDate.format(publishedAt), paragraphs, image };
}
