// R255: the web addresses in a typed place, and its words without them: an address is a link (R84), and no place. The one place that reads them.
import { urlOf } from '#protocol/kernel/texts.ts'

/** With its scheme, with www, or with a path. */
const address =
  /https?:\/\/[^\s<>"]+|(?<![\p{L}\d@.-])(?:www\.(?:[\p{L}\d-]+\.)+\p{L}{2,}|(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?[/?#])[^\s<>"]*/giu
/** A host alone is one where nothing else is typed, and nobody would write a name so: "St.Martin". */
const host = /^(?:[\p{Ll}\d-]+\.)+\p{Ll}{2,}$|^(?:[\p{L}\d-]+\.){2,}\p{L}{2,}$/u
const mark = /[.,;:!?'"’”»]$/u
/** Without what ends a sentence or a bracket around it. */
function trimmed(found: string): string {
  const isOpen = found.endsWith(')') && !found.includes('(')
  return mark.test(found) || isOpen ? trimmed(found.slice(0, -1)) : found
}
const withScheme = (found: string) => (/^https?:/i.test(found) ? found : `https://${found}`)
const isWhole = (found: string) => urlOf(found)?.hostname.includes('.') === true

const emptied = /\(\s*\)|\[\s*\]|<\s*>/gu
const isLoose = (sign: string | undefined) => sign !== undefined && /[\s,;:/|·–—-]/u.test(sign)
/** Without what is left at both ends of a sentence from which an address was taken. */
function withoutLoose(text: string): string {
  let [from, to] = [0, text.endsWith('.') ? text.length - 1 : text.length]
  while (isLoose(text[from])) from++
  if (from > 0 && text[from] === '.') from++
  const end = to
  while (to > from && isLoose(text[to - 1])) to--
  return text.slice(from, to < end ? to : text.length)
}

/** What is left of a place that is nothing but an address, for whoever may not see that. It may lead to a meeting or to a map: nothing more is known. */
const onlyLink = 'Shared as a link'

/** The words of a place without its web addresses, and the first of these; '' for none. */
export function partsOfPlace(typed: string): { readonly place: string; readonly link: string } {
  const found = (host.test(typed.trim()) ? [typed.trim()] : (typed.match(address) ?? []))
    .map(trimmed)
    .filter((one) => isWhole(withScheme(one)))
  const [first] = found
  if (first === undefined) return { place: typed, link: '' }
  const left = found.reduce((text, one) => text.replace(one, () => ' '), typed)
  const words = withoutLoose(left.replace(emptied, ' ')).replace(/\s+/gu, ' ')
  return { place: words || onlyLink, link: withScheme(first) }
}
