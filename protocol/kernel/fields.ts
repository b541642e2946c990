// The fields that several calls share, each with its sentence: the only place that says what an email, an id or a name may be (decision 0018).
import { z } from 'zod/mini'
import { code } from './limits.ts'
import { codeMissing, emailSentence, isEmail, isVisible, normalEmail, unmarked, urlOf } from './texts.ts'

/** No control characters (NUL among them) and no lone surrogates: neither can be shown, and some stores refuse them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const isPrintable = (text: string) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(text) && text.isWellFormed()
const printable = z.refine<string>(isPrintable, 'Please remove control characters')
const oneLine = z.refine<string>((text) => !/[\r\n\u2028\u2029]/.test(text), 'Please keep this on one line')
/** Characters that turn the direction of the text around them: in a name they make a list or an email say something else. */
const upright = z.refine<string>((text) => !/[\u202a-\u202e\u2066-\u2069]/.test(text), 'Please remove control characters')

/** R244a: one line of text, trimmed, 1 to `max` characters, of which something can be seen. */
export const line = (max: number, missing: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.refine<string>(isVisible, missing),
      z.maxLength(max, `Please use at most ${max} characters`),
      printable,
      oneLine,
      upright,
    )

const unseenSentence = 'Please use letters, digits or signs that can be seen'
/** One line of text, trimmed, up to `max` characters; may be empty, but not look so. */
export const lineOrNothing = (max: number) =>
  z.string().check(
    z.trim(),
    z.refine<string>((text) => text === '' || isVisible(text), unseenSentence),
    z.maxLength(max, `Please use at most ${max} characters`),
    printable,
    oneLine,
    upright,
  )

/** Whether `text` is such a line: for rows that fail one by one. */
export const isLine = (text: string, max: number): boolean => lineOf(max).safeParse(text).success
const lines = new Map<number, ReturnType<typeof lineOrNothing>>()
const lineOf = (max: number) => {
  const made = lines.get(max) ?? lineOrNothing(max)
  lines.set(max, made)
  return made
}

/** Text of several lines, trimmed, up to `max` characters; may be empty. */
export const prose = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Please use at most ${max} characters`), printable)

/** R25: 24 hex characters made of 12 random bytes. */
export const id = (sentence: string) => z.string(sentence).check(z.regex(/^[0-9a-f]{24}$/, sentence))
export const GroupId = id('Invalid Group Id')
export const EventId = id('Invalid Event Id')
export const RsvpId = id('Invalid RSVP Id')
export const UserId = id('Invalid User Id')
export const OrgId = id('Invalid Organization Id')

/** R244: the one spelling of a mailbox, however it was typed. */
export const Email = z.string(emailSentence).check(z.refine<string>(isEmail, emailSentence), z.overwrite(normalEmail))

export const usernameSentence = 'Username must be 5–24 alphanumeric characters'
export const Username = z.string(usernameSentence).check(z.regex(/^[A-Za-z0-9_]{5,24}$/, usernameSentence))

export const passwordSentence = 'Password must be at least 8 characters long'
/** R35: 8 to 128 characters. */
export const Password = z
  .string(passwordSentence)
  .check(z.minLength(8, passwordSentence), z.maxLength(128, 'Please use at most 128 characters'), printable)
/** At login anything may be typed; only what no password can be is refused. */
export const TypedPassword = z.string('Please enter your password').check(z.minLength(1, 'Please enter your password'), z.maxLength(1024))

/** The token of a link, as it comes out of an email, a message or a sentence (R237). */
export const linkToken = (max: number, sentence: string) =>
  z.string(sentence).check(z.maxLength(max, sentence), z.overwrite(unmarked), z.minLength(1, sentence))
/** A secret of a link: 256 bits, base64url. */
export const Token = linkToken(200, 'Invalid or expired token')

/** A code from an email, as it is typed. */
export const VerificationCode = z
  .string(codeMissing)
  .check(
    z.normalize('NFKC'),
    z.trim(),
    z.toUpperCase(),
    z.minLength(1, codeMissing),
    z.maxLength(code.length, 'Invalid verification code. Please try again.'),
  )

export const linkSentence = 'Please enter a link that begins with https://'
/** R84: an address that is safe to open and to show: https, no login in it, nothing but its own characters. */
function isLink(text: string): boolean {
  const url = urlOf(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && /^https:\/\/[^\s<>"'\\\p{C}]+$/iu.test(text)
}
/** A link, or nothing. */
export const LinkOrNothing = z.string(linkSentence).check(
  z.trim(),
  z.maxLength(500, 'Please use at most 500 characters'),
  z.refine<string>((text) => text === '' || isLink(text), linkSentence),
)

/** A whole number out of a query string; one that is too small or too large counts as the nearest that will do. */
export const count = (from: number, to: number) => {
  const sentence = `Please use a whole number from ${from} to ${to}`
  return z.pipe(
    z.union([z.int(sentence), z.string().check(z.regex(/^-?\d+$/, sentence))], sentence),
    z.transform((asked: number | string) => Math.min(Math.max(Number(asked), from), to)),
  )
}

/** R214, R224: what `putPicture` has as its body. */
export const PictureBytes = z.instanceof(Uint8Array)

/** Yes or no, as JSON has it, or as an address does. */
export const Flag = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((text) => text === 'true'),
  ),
])
