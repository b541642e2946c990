// What a cell holds, judged by itself: a phone number, a time, a count, a company, a yes or no; else it may be a name.

const digitsIn = (text: string) => text.replace(/\D/g, '').length

const date = /^(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2(?:\d{4}|\d{2}))(?:$|[\sT,])/
const wordyDate = /^(?:\p{L}{2,12}\.?,? )?(?:\d{1,2}\.? \p{L}{3,12}\.?,?|\p{L}{3,12}\.? \d{1,2},?) \d{4}(?!\d)/u
const clock = /^\d{1,2}:\d\d(?!\d)/
export const isTime = (text: string) => date.test(text) || wordyDate.test(text) || clock.test(text)

/** At least seven digits, or four behind a plus; not a date. */
export function isPhone(text: string): boolean {
  const plain = text.slice(0, 60).replace(/^(?:tel|phone|mobile|mob|t|m)\.?:?\s/i, '')
  const digits = digitsIn(plain)
  return (
    /^[+(]?[\d(][\d\s().\-/–]*(?:\s?(?:x|ext\.?)\s?\d+)?$/iu.test(plain) &&
    !isTime(plain) &&
    digits <= 17 &&
    digits >= (plain.startsWith('+') ? 4 : 7)
  )
}
export const isCount = (text: string) => /^[\p{Sc}#+-]?\s?\d[\d.,'’\s]*\s?[%\p{Sc}]?$/u.test(text)

const companyEnd =
  /(?:^|[\s,])(?:ltd|limited|inc|llc|llp|plc|corp|corporation|company|co|gmbh|ag|kg|ohg|ug|e\.?\s?v|sarl|sas|s\.?a|s\.?l|s\.?r\.?l|s\.?p\.?a|b\.?v|n\.?v|oy|ab|aps|a\/s|sp\. z o\.o|ооо|株式会社|有限公司)\.?$/iu
export const isCompany = (text: string) => companyEnd.test(text.slice(-60))

const ticks = new Set(
  'yes no y n ja nein oui non si sí sim não true false x ✓ ✔ - – none n/a na null maybe accepted declined invited ok'.split(' '),
)
const isTick = (text: string) => ticks.has(text.toLowerCase())
const isLink = (text: string) => /^(?:https?:\/\/|www\.)/i.test(text)

/** Whether nothing of the kind that no person is called. */
export const mayBeName = (text: string) =>
  /\p{L}|\p{Extended_Pictographic}/u.test(text) &&
  text.length <= 200 &&
  ![isTime, isPhone, isCount, isCompany, isTick, isLink].some((is) => is(text))

/** Two to five words that begin as names do; scripts without capitals count by their letters alone. */
export const looksLikeName = (text: string) =>
  mayBeName(text) &&
  /^(?:[\p{Lu}\p{Lt}\p{Lo}][^\s\d]*|d[aeiu]l?|v[ao]n|de[rn]?|te[rn]?|bin|al|y|e)(?: (?:[\p{Lu}\p{Lt}\p{Lo}][^\s\d]*|d[aeiu]l?|v[ao]n|de[rn]?|te[rn]?|bin|al|y|e)){1,4}$/u.test(
    text,
  )
