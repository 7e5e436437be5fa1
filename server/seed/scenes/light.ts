export interface Light {
  readonly sky: readonly [string, string];
  readonly sun: string;
  readonly far: string;
  readonly near: string;
  readonly lawn: string;
  readonly path: string;
  readonly leaf: readonly [string, string];
  /** Window panes; lit at dusk. */
  readonly glass: readonly [string, string];
  readonly shade: number;
}

export const lights: readonly [Light, Light, Light] = [
  {
    sky: ['#8fc3e8', '#e9f4fb'],
    sun: '#fff6d8',
    far: '#9db9b0',
    near: '#7da383',
    lawn: '#8db46a',
    path: '#dcd3c4',
    leaf: ['#4f8a52', '#6aa565'],
    glass: ['#5f8fae', '#bcdcec'],
    shade: 0.14,
  },
  {
    sky: ['#7d9ec9', '#fbd9b4'],
    sun: '#ffe3a6',
    far: '#a99bb0',
    near: '#8b9a78',
    lawn: '#94a860',
    path: '#e2cfb4',
    leaf: ['#5a7d4a', '#7f9a55'],
    glass: ['#8d8fa6', '#ffe2b0'],
    shade: 0.18,
  },
  {
    sky: ['#27375f', '#e6a27f'],
    sun: '#ffd2a1',
    far: '#5b5f86',
    near: '#46576b',
    lawn: '#4d6350',
    path: '#a2927f',
    leaf: ['#2f4b45', '#3f6152'],
    glass: ['#f6bd66', '#ffe7b0'],
    shade: 0.26,
  },
];

export interface Finish {
  readonly wall: string;
  readonly side: string;
  readonly roof: string;
  readonly trim: string;
  readonly door: string;
  readonly wood: string;
}

export const finishes: readonly [Finish, ...Finish[]] = [
  { wall: '#f3efe7', side: '#ded7ca', roof: '#4b5560', trim: '#ffffff', door: '#2f5d62', wood: '#b98d5e' },
  { wall: '#d8a482', side: '#bd8767', roof: '#6b3f35', trim: '#f6ece2', door: '#27394a', wood: '#8d6242' },
  { wall: '#e3e6e8', side: '#c9ced2', roof: '#2d3238', trim: '#ffffff', door: '#c0562f', wood: '#a97d52' },
  { wall: '#dfe7df', side: '#c3d0c5', roof: '#3f5a52', trim: '#fbfdf9', door: '#8a3f3a', wood: '#b08a63' },
  { wall: '#f6e3c5', side: '#e2c9a3', roof: '#8a4b36', trim: '#fff8ea', door: '#35524a', wood: '#9b6f47' },
  { wall: '#c8d4de', side: '#adbccb', roof: '#39465a', trim: '#f7fafc', door: '#d29b3f', wood: '#b58d63' },
];
