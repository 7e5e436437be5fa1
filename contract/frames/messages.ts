import * as v from 'valibot';

/** The page of a website that SEO data belongs to, as the content-management admin names it. */
export interface PostKey {
  readonly post_type: string;
  readonly post_id: string;
}

/** The page that a message names. */
export interface NamedPost extends PostKey {
  /** As its application shows it, for people. */
  readonly post_title?: string;
}

/** WordPress limits a type's name to 20 characters. */
export const postTypeSchema = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,19}$/u));
export const postIdSchema = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.string()]),
  v.transform(String),
  v.regex(/^[1-9]\d{0,17}$/u),
);

/** The message by which a framed page asks for its Edit SEO dialog. */
const editSeoSchema = v.object({
  type: v.literal('edit_seo'),
  post_type: postTypeSchema,
  post_id: postIdSchema,
  // An application may leave it out.
  post_title: v.fallback(v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(200)), ''),
});

/** The part of a `MessageEvent` that is read. */
interface Received {
  readonly origin: string;
  readonly source: unknown;
  readonly data: unknown;
}

/** Where messages are accepted from: the application's configured origin, and the frame's own window. */
export interface FrameSender {
  readonly origin: string;
  /** Null while there is no frame. */
  readonly window: unknown;
}

/** The page whose SEO a message asks to edit; null for every other message, and for one from any other origin or window. */
export function editSeoOf(received: Received, sender: FrameSender): NamedPost | null {
  if (sender.window === null || received.source !== sender.window || received.origin !== sender.origin) return null;
  const message = v.safeParse(editSeoSchema, received.data);
  if (!message.success) return null;
  const { post_type, post_id, post_title } = message.output;
  return { post_type, post_id, ...(post_title === '' ? {} : { post_title }) };
}

/** The part of a framed screen's path that its Edit SEO dialog has. */
export const seoPath = ({ post_type: type, post_id: id }: PostKey): string => `seo/${type}/${id}`;

/** The page whose Edit SEO dialog a path names; null: it names none. */
export function seoPathOf(rest: string): PostKey | null {
  const [, type, id] = /^seo\/([^/]+)\/([^/]+)$/u.exec(rest) ?? [];
  return v.is(postTypeSchema, type) && v.is(postIdSchema, id) ? { post_type: type, post_id: String(id) } : null;
}
