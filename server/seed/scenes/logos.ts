import { at, drawn, type Scene } from './svg.ts';

/** An award's or a member's mark, in one quiet colour. */
export function mark(seed: number, name: string): Scene {
  const signs = [
    '<path d="M40 20 L70 40 V76 H10 V40Z M34 76 V54 H46 V76Z" fill-rule="evenodd"/>',
    '<circle cx="40" cy="44" r="32"/><path d="M26 46 L36 56 L56 34" fill="none" stroke="#ffffff" stroke-width="7"/>',
    '<path d="M40 8 L50 34 L78 36 L56 54 L64 82 L40 66 L16 82 L24 54 L2 36 L30 34Z"/>',
    '<path d="M8 80 V40 L24 28 V80Z M32 80 V20 L48 8 V80Z M56 80 V48 L72 36 V80Z"/>',
    '<path d="M40 8 Q76 18 72 44 Q68 72 40 84 Q12 72 8 44 Q4 18 40 8Z"/>',
  ] as const;
  const body = `<g fill="#5b636c">${at(signs, seed)}</g><text x="96" y="56" font-family="Georgia, serif" font-size="30" fill="#5b636c" letter-spacing="1">${name}</text>`;
  return drawn({ width: 360, height: 90 }, name, '', body);
}

export interface LogoLook {
  readonly ink: string;
  readonly accent: string;
  /** Where the mark stands relative to the name: beside it, above it, or the name alone. */
  readonly style: 'beside' | 'classic' | 'plain';
}

/** An agency's logo: its name, in two lines, with a mark. */
export function logo([first, second]: readonly [string, string], { ink, accent, style }: LogoLook): Scene {
  if (style === 'classic') {
    const body = `<g text-anchor="middle" font-family="Georgia, 'Times New Roman', serif" fill="${ink}"><path d="M180 8 L214 34 H146Z" fill="${accent}"/><text x="180" y="74" font-size="40" letter-spacing="3">${first}</text><rect x="70" y="90" width="48" height="2" fill="${accent}"/><rect x="242" y="90" width="48" height="2" fill="${accent}"/><text x="180" y="98" font-size="17" letter-spacing="5">${second.toUpperCase()}</text></g>`;
    return drawn({ width: 360, height: 112 }, `${first} ${second}`, '', body);
  }
  const font = 'font-family="Helvetica Neue, Arial, sans-serif"';
  if (style === 'plain') {
    const body = `<text x="2" y="52" ${font} font-size="46" font-weight="300" letter-spacing="-1" fill="${ink}">${first.toLowerCase()}<tspan fill="${accent}">.</tspan></text><text x="4" y="76" ${font} font-size="15" letter-spacing="4" fill="${ink}">${second.toLowerCase()}</text>`;
    return drawn({ width: 220, height: 86 }, `${first} ${second}`, '', body);
  }
  const body = `<path d="M8 46 L46 14 L84 46 V78 H60 V56 H32 V78 H8Z" fill="${accent}"/><path d="M46 30 L70 50 V78 H60 V56 H46Z" fill="${ink}" opacity=".35"/><text x="102" y="48" ${font} font-size="34" font-weight="700" letter-spacing="-.5" fill="${ink}">${first}</text><text x="103" y="76" ${font} font-size="19" letter-spacing="6" fill="${ink}">${second.toUpperCase()}</text>`;
  return drawn({ width: 340, height: 92 }, `${first} ${second}`, '', body);
}

/** The logo's mark alone. */
export function badge({ ink, accent }: LogoLook): Scene {
  return drawn(
    { width: 92, height: 92 },
    'Logo',
    '',
    `<path d="M8 46 L46 14 L84 46 V78 H60 V56 H32 V78 H8Z" fill="${accent}"/><path d="M46 30 L70 50 V78 H60 V56 H46Z" fill="${ink}" opacity=".35"/>`,
  );
}
