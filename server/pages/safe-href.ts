import { limits } from '#contract/limits.ts';
import { isSitePath } from '#contract/rules.ts';
import { isWebUrl } from '#contract/web-url.ts';

const otherLink = /^(?:mailto:[^\s<>"'`\\]+|tel:[+\d ().-]+|#[\w-]*)$/iu;

/** A link that a page may contain: http(s), mail, telephone, a path of the site, or a place on the page. Null for any other. */
export function safeHref(typed: string): string | null {
  const href = typed.trim();
  if (href === '' || href.length > limits.urlCharacters) return null;
  return isSitePath(href) || isWebUrl(href) || otherLink.test(href) ? href : null;
}
