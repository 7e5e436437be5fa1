import { withoutInvisible } from '../invisible.ts';
/** True where a robots.txt forbids every page to every crawler: the group for `*` says `Disallow: /` and allows nothing. */
export function blocksAllCrawling(text: string): boolean {
  let agents: string[] = [];
  let inRules = false;
  let disallowed = false;
  let allowed = false;
  for (const line of withoutInvisible(text).split(/\r\n?|\n/u)) {
    // By hand: a regular expression for blanks, text and blanks again would backtrack over a long row of blanks.
    const [statement = ''] = line.split('#', 1);
    const colon = statement.indexOf(':');
    const rule = statement.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = statement.slice(colon + 1).trim();
    if (rule === 'user-agent') {
      // Consecutive agents share a group; an agent after a rule begins another group.
      agents = inRules ? [value] : [...agents, value];
      inRules = false;
    } else if (rule === 'allow' || rule === 'disallow') {
      inRules = true;
      if (!agents.includes('*')) continue;
      if (rule === 'disallow' && (value === '/' || value === '/*')) disallowed = true;
      if (rule === 'allow' && value !== '') allowed = true;
    }
  }
  return disallowed && !allowed;
}
