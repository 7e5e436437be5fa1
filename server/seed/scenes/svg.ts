/**
 * Pictures of houses, rooms and people as SVG, drawn from a number: the same number always gives the same picture. Plain shapes, no fonts,
 * and nothing is fetched.
 */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Scene extends Size {
  readonly svg: string;
}

/** The size of a photograph of a house or a room. */
export const photo: Size = { width: 1200, height: 800 };

export const at = <T>(list: readonly [T, ...T[]], i: number): T => list[i % list.length] ?? list[0];
/** A pseudo-random number from 0 to below `below`. */
export const mixed = (seed: number, salt: number, below: number): number =>
  Math.abs(Math.imul(seed * 31 + salt * 17 + 7, 2_654_435_761) >>> 8) % below;

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${more && ` ${more}`}/>`;
export const shape = (points: string, fill: string, more = '') => `<path d="${points}" fill="${fill}"${more && ` ${more}`}/>`;
export const disc = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${more && ` ${more}`}/>`;
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${more && ` ${more}`}/>`;
export const gradient = (id: string, from: string, to: string) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
export const drawn = (size: Size, title: string, defs: string, body: string): Scene => ({
  ...size,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}"><title>${title}</title><defs>${defs}</defs>${body}</svg>`,
});
