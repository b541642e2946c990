// What a brand may be (R212, R217). Pure.

import { hasTeamFeatures, type Tier, undoSeconds } from '#protocol/kernel/limits.ts'
import { hasBrand } from '#protocol/people/brand/brand.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { type Brand, type BrandSettings, isThere, settingsOf } from '#server/people/model/brand.ts'

/** What looks like a letter of our name, each with the one it looks like: what differs by marks alone is found by NFKD. */
const alike = new Map(
  [
    ['o', '0οоөօᴏøⲟ'],
    ['l', '1|!iıіӏιʟłǀ∣ɫɭ'],
    ['e', '3еєεᴇɛ℮ҽ'],
    ['c', 'сϲᴄⲥ'],
    ['a', '4аαᴀ@ɑ'],
    ['r', 'гʀɾɼɽ'],
  ].flatMap(([letter = '', others = '']) => [...others].map((other) => [other, letter] as const)),
)
/** How a name looks: letters alone, those that look alike as one. */
const lookOf = (name: string) =>
  [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => alike.get(letter) ?? letter)
    .filter((letter) => /\p{L}/u.test(letter))
    .join('')

/** R217: Refuses a name that looks like ours, and one that holds an address; `safe` is the name without what mail programs make a link of. */
export function checkName(name: string, safe: string, field: 'name' | 'replyName') {
  if (lookOf(name).includes('rolecall')) {
    refuse('brand-name-ours', { fields: { [field]: 'This name looks like ours. Please choose another.' } })
  }
  if (safe !== name.split(/\s+/).join(' ').trim()) {
    refuse('brand-name-address', { fields: { [field]: 'Please leave web and email addresses out of the name.' } })
  }
}

/** R212, R218: what the plan includes. */
export function checkPlan(tier: Tier, isOfOrg: boolean, { hideMadeWith }: Pick<BrandSettings, 'hideMadeWith'>) {
  if (!hasBrand(tier, isOfOrg)) refuse(isOfOrg ? 'team-plan-needed' : 'brand-plan-needed')
  if (hideMadeWith && !hasTeamFeatures(tier)) refuse('team-plan-needed')
}

interface By {
  readonly userId: string
  readonly act: string
  readonly now: number
}
type BrandKey = Pick<Brand, '_id' | 'ownerId' | 'isOfOrg'>

/** R219: the brand after a change, with what stood before it. */
export function changed(place: BrandKey, before: Brand | undefined, settings: BrandSettings, { userId, act, now }: By): Brand {
  const stood = isThere(before) ? settingsOf(before) : null
  return {
    ...place,
    logo: stood?.logo ?? null,
    ...settings,
    rev: (before?.rev ?? 0) + 1,
    editedBy: userId,
    before: { act, at: iso(now), by: userId, stood },
  }
}

const nothing: BrandSettings = { name: '', accent: '', replyName: '', hideMadeWith: false, logo: null }

/** R219: as it stood. Refuses whoever comes late, is somebody else, or after another change. */
export function undone(brand: Brand | undefined, { userId, act, now }: By): Brand {
  const { before } = brand ?? {}
  if (!brand || !before) refuse('activity-unknown')
  if (before.act !== act) refuse('undo-changed', { what: 'The brand' })
  if (before.by !== userId) refuse('undo-not-yours')
  if (Date.parse(before.at) + undoSeconds * 1_000 <= now) refuse('undo-late', { seconds: undoSeconds })
  return { ...brand, ...(before.stood ?? nothing), rev: brand.rev + 1, before: undefined }
}

/** R220: nothing of it stays but when it was taken off. */
export const takenOff = ({ _id, rev, ownerId, isOfOrg }: Brand, now: number): Brand => ({
  _id,
  rev: rev + 1,
  ownerId,
  isOfOrg,
  ...nothing,
  takenOffAt: iso(now),
})
