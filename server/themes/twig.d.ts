/** The package has no types; only the part that the themes use is declared. */
declare module 'twig' {
  interface Template {
    render(context: object): string;
  }
  interface Engine {
    twig(options: { id: string; data: string; autoescape: boolean; allowInlineIncludes: boolean; rethrow: boolean }): Template;
    extendFilter(name: string, filter: (value: unknown, parameters: readonly unknown[] | false) => unknown): void;
  }
  const engine: Engine;
  export default engine;
}
