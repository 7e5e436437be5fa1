function textsIn(place: Node): readonly Text[] {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  return texts.filter(({ data, parentElement }) => data.trim() !== '' && !parentElement?.closest('style, script, svg, [translate=no]'));
}

/** Replaces every text as the translators of Chrome and Edge do: the text that React knows is in the document no more. */
export function translate(place: Node): void {
  for (const text of textsIn(place)) {
    const outer = document.createElement('font');
    outer.appendChild(document.createElement('font')).textContent = text.data;
    text.replaceWith(outer);
  }
}

/** The texts that stand beside other content, which React could neither change nor remove once they were translated. */
export const textsBesideOthers = (place: Node): readonly string[] =>
  textsIn(place)
    .filter(({ parentNode }) => (parentNode?.childNodes.length ?? 0) > 1)
    .map(({ parentElement }) => parentElement?.outerHTML.slice(0, 300) ?? '');
