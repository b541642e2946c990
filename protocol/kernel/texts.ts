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

/** Letters of domains that stay what they are, though they share a capital with others. */
const ownLetters = /[\u0131ßςσ]/g
/** Whether mail programs read it as it stands: full width, unseen signs, ligatures and other dots they take for something else, so one mailbox would have many emails. */
function isAsMailed(domain: string): boolean {
  const typed = domain.toLowerCase().replace(ownLetters, 'q')
  return !typed.includes('。') && typed.toUpperCase().toLowerCase().normalize('NFKC').replace(unseen, '') === typed
}

/** V1: at most 254 characters, one @, local part to 64, a domain to 253 with a dot inside it and a letter behind the last one, no spaces. */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  return (
    text.length <= 254 &&
    more.length === 0 &&
    local.length > 0 &&
    local.length <= 64 &&
    domain.length <= 253 &&
    /^[^.]+(\.[^.]+)+$/.test(domain) &&
    /\p{L}/u.test(domain.slice(domain.lastIndexOf('.'))) &&
    isAsMailed(domain) &&
    !/[\s<>,;:"()[\]\\\p{C}]/u.test(text)
  )
}

/** Whether its name before the @ is more than a mail server without SMTPUTF8 takes (RFC 6531); a domain can always be written in ASCII. */
export const isNameBeyondAscii = (email: string) => /[^\x21-\x7e]/.test(email.slice(0, email.lastIndexOf('@')))

/** R13: an email as it is compared; what isn't one stays as typed. */
export const normalEmail = (typed: string) => (isEmail(typed.trim().toLowerCase()) ? typed.trim().toLowerCase() : typed.trim())

/** R25: 24 hex characters. */
export const isId = (text: string) => /^[0-9a-f]{24}$/.test(text)

/** Joiners, marks and fillers that show nothing by themselves. */
export const unseen = /\p{Default_Ignorable_Code_Point}/gu

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
const mostBytes = 4

/** Where the last sign begins, escaped as addresses are or not, and what it is. */
function lastOf(text: string): { at: number; sign: string } {
  for (let count = 1; count <= mostBytes; count++) {
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
    const { at, sign } = lastOf(link.slice(Math.max(0, end - 3 * mostBytes), end))
    if (ofLinks.test(sign)) break
    end -= Math.min(end, 3 * mostBytes) - at
  }
  return link.slice(0, end)
}
