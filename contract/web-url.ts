import { limits } from './limits.ts';

/**
 * Scheme, host (labels, or an IPv6 literal), optional port, then any characters that a browser would not have to repair. Within a label
 * each character matches in one place only, so checking takes linear time for any input.
 */
const webUrlRule =
  /^https?:\/\/(?:(?:[\p{L}\p{N}]+(?:[_-]+[\p{L}\p{N}]+)*\.)*[\p{L}\p{N}]+(?:-+[\p{L}\p{N}]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#][^\s<>"\\^`{}|]*)?$/iu;

/** An absolute http(s) address with a host. Refuses `javascript:`, `data:`, credentials and everything else that a page could run. */
export function isWebUrl(text: string): boolean {
  return text.length <= limits.urlCharacters && webUrlRule.test(text);
}
