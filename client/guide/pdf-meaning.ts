// What a tagged PDF says about its text, for screen readers: which lines are headings, and what the pictures show.

interface Content {
  type: string
  id: string
}
interface Tagged {
  role: string
  alt?: string
  children: readonly (Tagged | Content)[]
}

const isTagged = (node: Tagged | Content): node is Tagged => 'role' in node
const contentsOf = (node: Tagged | Content): string[] => (isTagged(node) ? node.children.flatMap(contentsOf) : [node.id])

function giveHeading(box: HTMLElement, node: Tagged, level: number) {
  const parts = contentsOf(node).flatMap((id) => box.querySelector(`#${CSS.escape(id)}`) ?? [])
  const [first, ...more] = parts
  first?.setAttribute('role', 'heading')
  first?.setAttribute('aria-level', String(level))
  if (more.length > 0) first?.setAttribute('aria-owns', more.map(({ id }) => id).join(' '))
}

/** Puts the picture's description before its first part, where it is read in turn. */
function describe(box: HTMLElement, node: Tagged, alt: string) {
  const picture = document.createElement('span')
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', alt)
  const [first] = contentsOf(node)
  const place = first ? box.querySelector(`#${CSS.escape(first)}`) : null
  if (place) place.replaceChildren(picture)
  else box.append(picture)
}

/** Gives the text in `box` the roles of the tags in `tree`; the document's title is a heading below the page's own. */
export function giveMeaning(box: HTMLElement, tree: Tagged | Content | null) {
  if (!tree || !isTagged(tree)) return
  const level = /^H([1-5])$/.exec(tree.role)?.[1]
  if (level) return giveHeading(box, tree, Number(level) + 1)
  if (tree.role === 'Figure' && tree.alt) return describe(box, tree, tree.alt)
  for (const child of tree.children) giveMeaning(box, child)
}
