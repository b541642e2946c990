// What can be checked of a text without a schema: the invitation needs it before its schemas have come.

export const nameMissing = 'Please enter your name'
export const attendingMissing = "Please select whether you're attending or not"
export const codeMissing = 'Please enter the verification code'

/** Whether a name holds an email, or what is left of a masked one: such are shown to nobody. An @ that stands alone is a word (R238). */
export const holdsEmail = (name: string) => /\S@\S/.test(name)

/** What guests read where nobody gave a name (R85). */
export const namelessHost = 'A Rolecall organizer'
/** The name of who organizes, where they have one. */
export const namedHost = (organizer: string) => (organizer === namelessHost ? '' : organizer)

export const emailSentence = 'Please enter a valid email address'

/** Joiners, marks and fillers that show nothing by themselves. */
export const unseen = /\p{Default_Ignorable_Code_Point}/gu
/** Joiners tell some domains of Persian or Hindi apart; all else of the kind stands for nothing. */
const unseenInDomains = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu
/** Signs that are of no domain, and at which an address of the web would end, or be read as another. */
const ofNoDomain = /[\s/?#%:@\\\ufffd]|(?![\u200c\u200d])\p{C}/u

/**
 * The address as browsers read it; undefined where it is none. Not by URL.canParse: in Node 20 that says no to letters such as ü once it was called
 * often enough to be compiled.
 */
export function urlOf(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}

/** R244: the domain as UTS 46 has it, in ASCII; '' for none. Node's `domainToASCII`, of which a browser has no other part. */
function asciiOf(domain: string): string {
  return ofNoDomain.test(domain) ? '' : (urlOf(`http://${domain}`)?.hostname ?? '')
}

/** RFC 5321: labels of letters, digits and inner hyphens, two or more; a letter in the last, so that no number is one. */
const isHost = (domain: string) => /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d[\d-]*$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(domain)
/** Only full width is likely to be typed; nobody gives mailboxes that differ by what NFKC folds (decision 0147). */
const localOf = (typed: string) => typed.normalize('NFKC').toLowerCase().normalize('NFKC').replace(unseen, '')
/** No address is as long, with all that may stand around it. */
const maxTyped = 2_000
const listMark = /^(?:\(?\d{1,5}[.)]|[-–—*•·▪●○◦])\s+/u
const scheme = /^mailto:/i

/** What an address may begin with (RFC 5322, but for what quotes), and what its domain ends with. */
const [begins, ends] = [/[\p{L}\p{N}\p{M}!#$%&+/=?^_|~\ud800-\udfff-]/u, /[\p{L}\p{N}\p{M}\ud800-\udfff]/u]

/** Without the marks at both ends. */
function stripped(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && !begins.test(text.charAt(from).normalize('NFKC'))) from++
  while (to > from && !ends.test(text.charAt(to - 1).normalize('NFKC'))) to--
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

/** R226: the address alone, good or not: without what can't be seen, brackets, quotes, `mailto:`, marks of lists and of sentences. */
export function bareAddress(typed: string): string {
  if (typed.length > maxTyped) return ''
  const text = typed
    .replace(unseenInDomains, '')
    .replace(/[\uff20\ufe6b]/g, '@')
    .trim()
    .replace(listMark, '')
  const [from, to] = [text.lastIndexOf('<'), text.lastIndexOf('>')]
  const angled = from >= 0 && to > from ? text.slice(from + 1, to) : ''
  const inside = stripped(angled.includes('@') ? angled : text)
  return scheme.test(inside) ? stripped(mailed(inside)) : inside
}

/** V1, R226, R244: the one spelling of the mailbox that was typed or pasted, at most 254 characters, 64 before the @; '' for what is no address. */
export function mailboxOf(typed: string): string {
  const [local = '', domain = '', ...more] = bareAddress(typed).split('@')
  const email = `${localOf(local)}@${asciiOf(domain)}`
  const at = email.lastIndexOf('@')
  const isGood = more.length === 0 && at > 0 && at <= 64 && email.length <= 254 && isHost(email.slice(at + 1))
  return isGood && !/[\s<>@,;:"()[\]\\\ufffd\p{C}]/u.test(email.slice(0, at)) ? email : ''
}

export const isEmail = (typed: string): boolean => mailboxOf(typed) !== ''

/** Whether its name before the @ is more than a mail server without SMTPUTF8 takes (RFC 6531); a domain can always be written in ASCII. */
export const isNameBeyondAscii = (email: string) => /[^\x21-\x7e]/.test(email.slice(0, email.lastIndexOf('@')))

/** R13: an email as it is compared; what isn't one stays as typed. */
export const normalEmail = (typed: string) => mailboxOf(typed) || typed.trim()

/** R25: 24 hex characters. */
export const isId = (text: string) => /^[0-9a-f]{24}$/.test(text)

/** Letters, digits and signs that are blank all the same: of Braille, music and Egyptian, and what stands for something else. */
const blank = '\\u2800\\ufffc\\ufffd\\u{1d159}\\u{13441}\\u{13442}'
const visible = new RegExp(`(?![${blank}]|\\p{Default_Ignorable_Code_Point})[\\p{L}\\p{N}\\p{P}\\p{S}]`, 'u')
/** R244a: whether anything of it can be seen: marks alone need a letter to stand on, and private characters look like nothing anywhere else. */
export const isVisible = (text: string) => visible.test(text)

/** R7: how role names are compared: trimmed, NFKC, case folded, and without what can't be seen, so that no two look the same. */
export const roleKey = (name: string) =>
  name.normalize('NFKC').replace(unseen, '').trim().toLowerCase().replaceAll('\u00df', 'ss').replaceAll('\u03c2', '\u03c3')

/** R72: what sign-up makes up for those who choose none; it names nobody. */
export const madeUpName = (code: string) => `user_${code.toLowerCase()}`
const madeUp = /^user_[a-z0-9]{6}$/
export const isMadeUp = (username: string) => madeUp.test(username)
/** R130: what somebody is called where they see themselves. */
export const ownName = ({ name, username, email }: { name: string; username: string; email: string }) =>
  name || (isMadeUp(username) ? '' : username) || email

/** Whatever our links end in: an id, a token, a word, a value that is empty, a folder. */
const ofLinks = /[\p{L}\p{N}_\-=/]/u
const maxBytes = 4

/** Where the last sign begins, escaped as addresses are or not, and what it is. */
function lastOf(text: string): { at: number; sign: string } {
  for (let count = 1; count <= maxBytes; count++) {
    const at = text.length - 3 * count
    if (at < 0 || text[at] !== '%') break
    try {
      return { at, sign: decodeURIComponent(text.slice(at)) }
    } catch {
      // One byte more, then.
    }
  }
  const [sign = ''] = /.$/su.exec(text) ?? []
  return { at: text.length - sign.length, sign }
}

/** R237: a link, or its token, without what a sentence, a bracket or a mail program has put behind it. */
export function unmarked(link: string): string {
  let end = link.length
  while (end > 0) {
    const { at, sign } = lastOf(link.slice(Math.max(0, end - 3 * maxBytes), end))
    if (ofLinks.test(sign)) break
    end -= Math.min(end, 3 * maxBytes) - at
  }
  return link.slice(0, end)
}
