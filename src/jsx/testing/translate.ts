// Each function is handed to the page of an end-to-end test too, and so uses nothing outside itself.

/** Replaces every text as the translators of Chrome and Edge do: the text that React knows is in the document no more. */
export function translate(place: Node): void {
  const left = ['svg', 'option', 'style', 'script', 'font'].map((name) => `ancestor::*[local-name()="${name}"]`).join(' or ');
  const all = `.//text()[normalize-space() and not(${left})]`;
  const found = document.evaluate(all, place, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
  for (let at = 0; at < found.snapshotLength; at += 1) {
    const text = found.snapshotItem(at);
    const outer = document.createElement('font');
    outer.appendChild(document.createElement('font')).textContent = text?.nodeValue ?? '';
    text?.parentNode?.replaceChild(outer, text);
  }
}

/** The texts that React holds by themselves: it could neither change nor remove them once they were translated. */
export function textsOfReact(place: Node): readonly string[] {
  const all = './/text()[normalize-space() and not(ancestor::*[local-name()="svg"])]';
  const found = document.evaluate(all, place, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
  const texts = Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at)).filter((text) => text !== null);
  return texts
    .filter((text) => Object.keys(text).some((key) => key.startsWith('__reactFiber$')))
    .map(({ nodeValue, parentElement }) => `${nodeValue} in ${parentElement?.outerHTML.slice(0, 200)}`);
}
