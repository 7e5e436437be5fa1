/**
 * Elements with two classes for one property, of which the order of the style sheet chooses: it is another one on another machine. The
 * one that is meant to win says so, by `&&` or `!`. Handed to the page of a test, so it uses nothing outside itself.
 */
export function unsettledClasses(place: Element): readonly string[] {
  const found = new Set<string>();
  for (const element of place.querySelectorAll('[class]')) {
    const byProperty = new Map<string, string>();
    for (const name of element.classList) {
      // `md:w_[min(1rem,_2rem)]` sets `md:w`, and `[&_>_svg]:h_4` sets `[&_>_svg]:h`: what is in brackets may have underscores of its own.
      let depth = 0;
      const end = [...name].findIndex((sign) => {
        if (sign === '[') depth += 1;
        if (sign === ']') depth -= 1;
        return sign === '_' && depth === 0;
      });
      if (end < 0 || name.endsWith('!')) continue;
      const property = name.slice(0, end);
      const other = byProperty.get(property);
      if (other !== undefined) found.add(`${other} or ${name} on ${element.tagName.toLowerCase()}`);
      byProperty.set(property, name);
    }
  }
  return [...found];
}
