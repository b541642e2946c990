// What may be told of a text without a schema: the invitation needs it before its schemas have come.

export const nameMissing = 'Please enter your name'
export const attendingMissing = "Please select whether you're attending or not"
export const codeMissing = 'Please enter the verification code'

export const emailSentence = 'Please enter a valid email address'

/** V1: at most 254 characters, one @, local part to 64, a domain to 253 with a dot inside it, no spaces. */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  return (
    text.length <= 254 &&
    more.length === 0 &&
    local.length > 0 &&
    local.length <= 64 &&
    domain.length <= 253 &&
    /^[^.]+(\.[^.]+)+$/.test(domain) &&
    !/[\s<>,;:"()[\]\\\p{C}]/u.test(text)
  )
}

/** R13: an email as it is compared; what isn't one stays as typed. */
export const normalEmail = (typed: string) => (isEmail(typed.trim().toLowerCase()) ? typed.trim().toLowerCase() : typed.trim())

/** R25: 24 hex characters. */
export const isId = (text: string) => /^[0-9a-f]{24}$/.test(text)

/** Joiners, marks and fillers that show nothing by themselves. */
export const unseen = /\p{Default_Ignorable_Code_Point}/gu

/** R7: how role names are compared: trimmed, NFKC, case folded, and without what can't be seen, so that no two look the same. */
export const roleKey = (name: string) =>
  name.normalize('NFKC').replace(unseen, '').trim().toLowerCase().replaceAll('\u00df', 'ss').replaceAll('\u03c2', '\u03c3')
