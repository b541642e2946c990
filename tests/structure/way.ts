// The way of an RSVP as docs/architecture.md walks it: the section, and the files it names.

/** The section; throws where there is none, so that no missing way passes for a short one. */
export function wayIn(text: string): string {
  const [section] = /## The way of an RSVP\n[\s\S]*?\n(?=##)/.exec(text) ?? []
  if (!section) throw new Error('docs/architecture.md does not walk the way of an RSVP')
  return section
}

/** The files that a text names, each once. */
export const filesOnTheWay = (text: string): string[] => [
  ...new Set([...text.matchAll(/`((?:client|protocol|server)\/[\w/-]+\.tsx?)`/g)].map(([, file = '']) => file)),
]
