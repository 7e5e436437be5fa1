import { defineConfig } from '@pandacss/dev';
import { colors, forcedColors, type Shade } from './src/ui/theme/colors.ts';

/**
 * `light-dark()` follows `color-scheme`, which follows the system or `data-theme`: one custom property per colour
 * serves both themes, and any part of a page can be set to a theme of its own.
 */
const lightDark = (group: Readonly<Record<string, Shade>>, forced: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(group).map(([name, { light, dark }]) => [
      name,
      { value: { base: `light-dark(${light}, ${dark})`, _highContrast: forced[name] ?? 'CanvasText' } },
    ]),
  );

const steps = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32];
const grid = Object.fromEntries(steps.map((step) => [String(step), { value: `${step * 0.25}rem` }]));
const values = (entries: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, { value }]));

export default defineConfig({
  presets: ['@pandacss/preset-base'],
  include: ['./src/**/*.{ts,tsx}'],
  exclude: ['./src/**/*.test.*'],
  outdir: 'styled-system',
  outExtension: 'js',
  importMap: { css: '#styled/css', recipes: '#styled/recipes', patterns: '#styled/patterns', jsx: '#styled/jsx', tokens: '#styled/tokens' },
  preflight: true,
  logLevel: 'warn',
  strictTokens: true,
  shorthands: false,
  gitignore: false,
  minify: true,
  conditions: {
    extend: {
      coarse: '@media (pointer: coarse)',
      narrowBox: '@container (max-width: 44rem)',
      /** The opposite: a table has room for its columns. */
      columns: '@container (min-width: 44.01rem)',
      /** No room for a colour's name beside its value: a phone, or a panel beside the preview. */
      slim: '@container (max-width: 29rem)',
      lowBox: '@container (min-width: 44rem) and (max-height: 34rem)',
      /** The top bar by its own width: without room for the names of its actions, for that of the status. */
      shortBar: '@container (max-width: 83.99rem)',
      slimBar: '@container (max-width: 40rem)',
      /** On a phone, with text at 200 %. */
      tinyBox: '@container (max-width: 17rem)',
      /** No room for a name between the handle of its row and its menu. A column of a wide window has it. */
      slimRow: '@container (max-width: 13rem)',
      wideScreen: '@media screen and (min-width: 1024px)',
    },
  },
  theme: {
    breakpoints: { md: '768px', lg: '1024px', xl: '1440px' },
    tokens: {
      fonts: values({
        sans: "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
        mono: "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
      }),
      fontSizes: values({ xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem', '2xl': '1.5rem', '3xl': '2rem' }),
      fontWeights: values({ normal: '400', medium: '500', semibold: '600' }),
      lineHeights: values({ none: '1', tight: '1.25', snug: '1.4', normal: '1.5' }),
      letterSpacings: values({ tight: '-0.011em', wide: '0.04em' }),
      spacing: grid,
      sizes: {
        ...grid,
        ...values({
          full: '100%',
          screen: '100dvh',
          min: 'min-content',
          max: 'max-content',
          fit: 'fit-content',
          control: '2.25rem',
          controlSmall: '1.75rem',
          topbar: '3.5rem',
          sidebar: '15rem',
          panel: '23.4375rem',
          /** The bar at the foot of a form, with its margins. */
          footTray: '5.75rem',
          /** What a form says above that bar: in a low window a field fits between it and what sticks to the top. */
          footMessages: 'min(45vh, max(5rem, 100dvh - 17rem - var(--docked-below, 0px)))',
          form: '45rem',
          dialogSmall: '25rem',
          dialogMedium: '37.5rem',
          dialogLarge: '40rem',
          prose: '32rem',
          page: '80rem',
          popover: '18rem',
        }),
      },
      radii: values({ none: '0', sm: '0.25rem', md: '0.5rem', full: '999px' }),
      borderWidths: values({ none: '0', thin: '1px', thick: '2px' }),
      shadows: { none: { value: 'none' } },
      durations: values({ none: '0ms', fast: '100ms', normal: '200ms' }),
      easings: values({ out: 'cubic-bezier(0.2, 0, 0, 1)', linear: 'linear' }),
      opacity: values({ faded: '0.15', dimmed: '0.55', stale: '0.87', hidden: '0', full: '1' }),
      zIndex: values({ base: '0', raised: '1', sticky: '10', toast: '90', shell: '95', overlay: '100', popover: '110', skip: '300' }),
      animations: values({
        spin: 'spin 800ms linear infinite',
        pulse: 'pulse 1600ms ease-in-out infinite',
        fadeIn: 'fade-in 200ms cubic-bezier(0.2, 0, 0, 1)',
        riseIn: 'rise-in 200ms cubic-bezier(0.2, 0, 0, 1)',
        marked: 'marked 2000ms cubic-bezier(0.2, 0, 0, 1)',
        slideIn: 'slide-in 200ms cubic-bezier(0.2, 0, 0, 1)',
      }),
    },
    textStyles: {
      /** The heads of a table's columns. */
      columnHead: { value: { fontSize: 'xs', fontWeight: 'semibold', letterSpacing: '0.04em', lineHeight: '1.25' } },
    },
    semanticTokens: {
      colors: {
        ...Object.fromEntries(
          (Object.keys(colors) as (keyof typeof colors)[]).map((name) => [name, lightDark(colors[name], forcedColors[name])]),
        ),
        transparent: { value: 'transparent' },
        current: { value: 'currentColor' },
        inherit: { value: 'inherit' },
      },
      borders: values({
        none: 'none',
        hairline: '1px solid {colors.border}',
        control: '1px solid {colors.border.strong}',
        clear: '1px solid transparent',
        focus: '2px solid {colors.focus}',
      }),
      shadows: values({
        overlay: '0 0 0 1px {colors.border}, 0 12px 32px -8px light-dark(rgb(12 18 20 / 0.24), rgb(0 0 0 / 0.7))',
      }),
    },
    keyframes: {
      spin: { to: { transform: 'rotate(360deg)' } },
      pulse: { '50%': { opacity: '0.5' } },
      'fade-in': { from: { opacity: '0' } },
      'rise-in': { from: { opacity: '0', transform: 'translateY(4px) scale(0.985)' } },
      marked: { '0%, 60%': { backgroundColor: 'accent.subtle' }, '100%': { outlineColor: 'transparent' } },
      'slide-in': { from: { opacity: '0', transform: 'translateX(-100%)' } },
    },
  },
  globalCss: {
    html: { colorScheme: 'light dark', fontFamily: 'sans', WebkitTextSizeAdjust: '100%', scrollPaddingBlock: '5rem' },
    // What is scrolled to stands below the outline of a long form, which sticks below the top bar.
    'html:has([data-form-outline])': { scrollPaddingTop: '8.5rem' },
    // What the state flows cover of the window: they are docked below the screen, or beside it where there is room for both.
    '@media (min-width: 768px) and (max-width: 1279.98px)': {
      'html:has([data-docked])': { '--docked-below': '45dvh', scrollPaddingBottom: 'calc(45dvh + 5rem)' },
    },
    '@media (min-width: 1280px)': { 'html:has([data-docked])': { '--docked-beside': '26rem' } },
    '@media (min-width: 1440px)': { 'html:has([data-docked])': { '--docked-beside': '34rem' } },
    // A focused field is scrolled to above the messages at the foot of a form.
    'html:has([data-foot-tray] > :first-child:not(:empty))': {
      scrollPaddingBottom: 'calc(var(--docked-below, 0px) + var(--foot-covered, 0px) + 0.5rem)',
    },
    '[data-theme=light]': { colorScheme: 'light' },
    '[data-theme=dark]': { colorScheme: 'dark' },
    body: {
      fontSize: 'md',
      lineHeight: 'normal',
      color: 'text',
      backgroundColor: 'canvas',
      fontFeatureSettings: "'cv11', 'ss03'",
      WebkitFontSmoothing: 'antialiased',
    },
    ':where(a, button, input, select, textarea, summary, [tabindex]):focus-visible': {
      outline: '2px solid',
      outlineColor: 'focus',
      outlineOffset: '2px',
    },
    // A spinner in place of a screen whose code still loads; it fades in only after 300 ms.
    '#main:empty::before': {
      content: '""',
      display: 'block',
      width: '8',
      height: '8',
      marginInline: 'auto',
      marginTop: '30vh',
      border: '2px solid',
      borderColor: 'text.muted',
      borderTopColor: 'transparent',
      borderRadius: 'full',
      animation: 'spin 800ms linear infinite, fade-in 200ms 300ms backwards',
    },
    // With text at 200 % on a phone a label has no room beside its marks.
    '@container (max-width: 17rem)': { '[data-field] > :first-child': { flexWrap: 'wrap' } },
    // Icons grow with the text.
    ...Object.fromEntries(
      [12, 14, 16, 18].map((px) => [`:where(svg[width="${px}"])`, { width: `${px / 16}rem`, height: `${px / 16}rem` }]),
    ),
    '[data-skeleton=text]': { height: '4' },
    '[data-skeleton=control]': { height: 'control' },
    '::placeholder': { color: 'text.muted', opacity: '1' },
    'h1, h2, h3, h4': { textWrap: 'balance' },
    '@media (forced-colors: active)': {
      // Their colours are the system's already. Behind a text the browser would draw the page's colour, and the transparent edge of a spinner.
      'a, button, span:empty': { forcedColorAdjust: 'none' },
      // What is chosen, where a background or a shadow shows it otherwise. A row of a table has parts with colours of their own;
      // a link back to a screen above is current too, and looks like any other.
      ':is(nav a[aria-current], button[aria-current=true], [aria-pressed=true], [data-highlighted], [role=tab][data-selected])': {
        forcedColorAdjust: 'none',
        color: 'HighlightText !important',
        backgroundColor: 'Highlight !important',
        '& *': { color: 'inherit !important' },
      },
      'tr[aria-current]:not(:focus-visible)': { outline: '2px dashed Highlight !important', outlineOffset: '-2px' },
      // Their edge is a shadow otherwise.
      ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-toast], progress)': {
        border: '1px solid CanvasText !important',
      },
    },
    // A dialog over the page is what is selected whole, and printed.
    'body:has(> div > [role$=dialog][data-state=open]) #root': { userSelect: 'none', '@media print': { display: 'none' } },
    '@media print': {
      '@page': { margin: '15mm' },
      html: { colorScheme: 'light !important', backgroundColor: 'white !important' },
      body: { overflow: 'visible !important', backgroundColor: 'white' },
      'nav, footer, [data-toast], [data-part=backdrop]': { display: 'none !important' },
      'div:has(> [role$=dialog])': { position: 'static !important', display: 'block !important', padding: '0 !important' },
      '[role$=dialog], [role$=dialog] *': {
        maxWidth: 'none !important',
        maxHeight: 'none !important',
        overflow: 'visible !important',
        boxShadow: 'none !important',
      },
      '[role$=dialog] button': { display: 'none !important' },
    },
    '@media (prefers-reduced-motion: reduce)': {
      '*, ::before, ::after': {
        // Zero, and not just short: with any duration each change is a transition, which shows the old value until the compositor has drawn
        // a frame. A menu would stand in the corner of the window, then jump to its button.
        transitionDuration: '0s !important',
        animationDuration: '0s !important',
        animationIterationCount: '1 !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
});
