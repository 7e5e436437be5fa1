/** A colour in light and in dark. `contrast.test.ts` checks the contrast of every pair in use. */
export interface Shade {
  readonly light: string;
  readonly dark: string;
}

const neutral = {
  0: '#ffffff',
  50: '#f5f7f8',
  100: '#ebeff1',
  200: '#dbe1e4',
  300: '#c3ccd1',
  400: '#9eabb2',
  500: '#717f87',
  600: '#55636b',
  700: '#3f4c53',
  800: '#2b363b',
  850: '#222b30',
  900: '#192125',
  950: '#11181b',
  1000: '#0c1214',
} as const;

const shade = (light: string, dark: string): Shade => ({ light, dark });

/** Petrol as the one accent: calm beside photographs, and far enough from all four status colours. */
export const colors = {
  canvas: { DEFAULT: shade(neutral[50], neutral[950]) },
  surface: {
    DEFAULT: shade(neutral[0], neutral[900]),
    raised: shade(neutral[0], neutral[850]),
    sunken: shade(neutral[100], neutral[1000]),
    hover: shade(neutral[100], neutral[800]),
  },
  /** Behind the customers' pictures, which may be transparent and of any colour: the same in both themes. */
  picture: { light: shade('#ffffff', '#ffffff'), dark: shade('#c3ccd1', '#c3ccd1') },
  text: {
    DEFAULT: shade(neutral[900], '#e6ecee'),
    muted: shade(neutral[600], neutral[400]),
  },
  border: {
    DEFAULT: shade(neutral[200], neutral[800]),
    strong: shade('#828f96', '#6a777e'),
  },
  accent: {
    solid: shade('#0f6474', '#5bbccd'),
    hover: shade('#0b5361', '#78cbda'),
    on: shade('#ffffff', '#06232a'),
    subtle: shade('#e3f1f4', '#12343b'),
    text: shade('#0b5a69', '#7fd0de'),
    border: shade('#9fcfd8', '#24606c'),
  },
  info: {
    solid: shade('#2f5fb3', '#8fb4f2'),
    on: shade('#ffffff', '#0b1e40'),
    subtle: shade('#e9effb', '#1a2a47'),
    text: shade('#27539f', '#a4c3f7'),
    border: shade('#b5cbef', '#34507f'),
  },
  success: {
    solid: shade('#24733f', '#6cc98a'),
    on: shade('#ffffff', '#06260f'),
    subtle: shade('#e6f4ea', '#14301d'),
    text: shade('#1d6435', '#85d79f'),
    border: shade('#a9d8b7', '#2d6340'),
  },
  warning: {
    solid: shade('#8a5600', '#e6b352'),
    on: shade('#ffffff', '#2b1d00'),
    subtle: shade('#fdf2dc', '#362a10'),
    text: shade('#774a00', '#ecc06c'),
    border: shade('#ebcb88', '#6d5420'),
  },
  danger: {
    solid: shade('#b3312b', '#f08a82'),
    hover: shade('#96241f', '#f4a39c'),
    on: shade('#ffffff', '#3a0a07'),
    subtle: shade('#fcecea', '#3f1c1b'),
    text: shade('#a12a24', '#f59e97'),
    border: shade('#efb8b3', '#7c3734'),
  },
  focus: { DEFAULT: shade('#0f6474', '#7fd0de') },
  backdrop: { DEFAULT: shade('rgb(12 18 20 / 0.45)', 'rgb(0 0 0 / 0.6)') },
} as const;

/**
 * The system's colours for those above where a person has chosen colours of their own. The browser then leaves out other colours, all
 * backgrounds included, except in drawings, which would keep colours that don't fit the background.
 */
export const forcedColors = {
  canvas: { DEFAULT: 'Canvas' },
  surface: { DEFAULT: 'Canvas', raised: 'Canvas', sunken: 'Canvas', hover: 'Canvas' },
  picture: { light: '#ffffff', dark: '#c3ccd1' },
  text: { DEFAULT: 'CanvasText', muted: 'CanvasText' },
  border: { DEFAULT: 'CanvasText', strong: 'CanvasText' },
  accent: { solid: 'Highlight', hover: 'Highlight', on: 'HighlightText', subtle: 'Canvas', text: 'LinkText', border: 'Highlight' },
  info: { solid: 'CanvasText', on: 'Canvas', subtle: 'Canvas', text: 'CanvasText', border: 'CanvasText' },
  success: { solid: 'Highlight', on: 'HighlightText', subtle: 'Canvas', text: 'CanvasText', border: 'CanvasText' },
  warning: { solid: 'CanvasText', on: 'Canvas', subtle: 'Canvas', text: 'CanvasText', border: 'CanvasText' },
  danger: { solid: 'CanvasText', hover: 'CanvasText', on: 'Canvas', subtle: 'Canvas', text: 'CanvasText', border: 'CanvasText' },
  focus: { DEFAULT: 'Highlight' },
  backdrop: { DEFAULT: 'rgb(0 0 0 / 0.6)' },
} as const satisfies { readonly [Group in keyof typeof colors]: { readonly [Name in keyof (typeof colors)[Group]]: string } };
