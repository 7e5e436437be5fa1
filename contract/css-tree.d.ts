// Parts of css-tree without its tables of properties; its types describe only the whole.
declare module 'css-tree/parser' {
  const parse: typeof import('css-tree').parse;
  export default parse;
}
declare module 'css-tree/selector-parser' {
  const parse: typeof import('css-tree').parse;
  export default parse;
}
declare module 'css-tree/generator' {
  const generate: typeof import('css-tree').generate;
  export default generate;
}
declare module 'css-tree/utils' {
  export const ident: typeof import('css-tree').ident;
}

declare module 'css-tree/walker' {
  const walk: Pick<typeof import('css-tree'), 'find' | 'findAll'>;
  export default walk;
}
