/** True where a robots.txt keeps every crawler from every page: the group for `*` says `Disallow: /` and allows nothing. */
export function blocksAllCrawling(text: string): boolean {
  let agents: string[] = [];
  let inRules = false;
  let disallowed = false;
  let allowed = false;
  for (const line of text.split(/\r\n?|\n/u)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/iu.exec(line) ?? [];
    const rule = name.toLowerCase();
    if (rule === 'user-agent') {
      // Agents that follow one another share a group; one that follows a rule begins another.
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
