import type { CallRow } from '#contract/calls/define.ts';

/** A call's path as Hono writes it. */
export const honoPath = (path: string): string => path.replace(/\{(\w+)\}/gu, ':$1');

interface Shape {
  readonly pattern: RegExp;
  readonly method: string;
}

/** The methods that the table of calls has for a path. */
export function methodTable(calls: readonly CallRow[]): (path: string) => readonly string[] {
  const shapes: readonly Shape[] = calls.map((call) => ({
    pattern: new RegExp(`^${call.path.replace(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
    method: call.method,
  }));
  return (path) => {
    const methods = new Set(shapes.filter((shape) => shape.pattern.test(path)).map((shape) => shape.method));
    return [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort();
  };
}
