import { createElement, type SVGProps } from 'react';

interface IconData {
  /** Each with a `key`, so that React takes them as they are. */
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  readonly size?: number | string;
}

const isNaming = (prop: string): boolean => prop.startsWith('aria-') || prop === 'role' || prop === 'title';

/** What makes components of Lucide's icons in a build: `vite.config.ts` puts it in the place of Lucide's own. Hidden from screen readers unless it is named. */
export default function createIcon({ node }: IconData) {
  const drawn = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, color = 'currentColor', children, ...props }: IconProps) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: color,
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': children || Object.keys(props).some(isNaming) ? undefined : true,
        ...props,
      },
      drawn,
      children,
    );
}
