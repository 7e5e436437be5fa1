/** What was left out of a drawing: of each kind one, and several. */
const phrases = {
  script: ['A script was', 'scripts were'],
  html: ['Embedded HTML was', 'pieces of embedded HTML were'],
  animation: ['An animation was', 'animations were'],
  link: ['A link was', 'links were'],
  elsewhere: ['A reference to another file was', 'references to other files were'],
  picture: ['An embedded picture was', 'embedded pictures were'],
  font: ['An embedded font was', 'embedded fonts were'],
  style: ['A style was', 'styles were'],
  element: ['An unknown element was', 'unknown elements were'],
} as const;

export type RemovedPart = keyof typeof phrases;

/** "A script was removed from logo.svg.", a sentence for each kind of thing that was left out. */
export function describeLeftOut(leftOut: ReadonlyMap<RemovedPart, number>, name: string): readonly string[] {
  return [...leftOut].map(([what, count]) => `${count === 1 ? phrases[what][0] : `${count} ${phrases[what][1]}`} removed from ${name}.`);
}
