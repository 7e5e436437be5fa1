import { createElement, type SVGProps } from 'react';

interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  readonly size?: number | string;
}

const isNaming = (prop: string): boolean => prop.startsWith('aria-') || prop === 'role' || prop === 'title';

/** Creates the components of Lucide's icons: in a build, `vite.config.ts` replaces Lucide's own function by it. An icon without a name is hidden from screen readers. */
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
      ...drawn,
      children,
    );
}
