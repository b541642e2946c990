// An email address as people type and paste it (R226): whatever stands around it is taken off, and the rest is judged as any other.
import { mailboxOf } from '../texts.ts'

/** No address is as long, with all that may stand around it. */
const longest = 2_000
/** Joiners may tell two domains apart. */
const unseen = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu
const openers = new Set(' \t\r\n\u00a0<([{"\'`“”„‟‘’‚‛«»‹›（「『【《〈＜＂＇*•·,;:，；：、')
const closers = new Set(' \t\r\n\u00a0>)]}"\'`“”„‟‘’‚‛«»‹›）」』】》〉＞＂＇*•·.,;:!?…。．，；：！？、')
const listMark = /^(?:\(?\d{1,5}[.)]|[-–—*•·▪●○◦])\s+/u
const scheme = /^mailto:/i

/** Without the marks at both ends. */
function stripped(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && openers.has(text.charAt(from))) from++
  while (to > from && closers.has(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

/** What `mailto:` leads to, without its query. */
function mailed(link: string): string {
  const [to = ''] = link.replace(scheme, '').split('?')
  try {
    return decodeURIComponent(to)
  } catch {
    return to
  }
}

/** The address alone, good or not: without what can't be seen, brackets, quotes, `mailto:`, marks of lists and of sentences. */
export function bareAddress(typed: string): string {
  if (typed.length > longest) return typed
  const text = typed
    .replace(unseen, '')
    .replace(/[＠﹫]/g, '@')
    .trim()
    .replace(listMark, '')
  const [from, to] = [text.lastIndexOf('<'), text.lastIndexOf('>')]
  const angled = from >= 0 && to > from ? text.slice(from + 1, to) : ''
  const inside = stripped(angled.includes('@') ? angled : text)
  return scheme.test(inside) ? stripped(mailed(inside)) : inside
}

/** The address that was typed or pasted, as it is compared and sent; '' where that is none. */
export const readAddress = (typed: string): string => mailboxOf(bareAddress(typed))
