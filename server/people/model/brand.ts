// What is kept of the brand of an organization or a person, and what each audience is shown (R212).

import { LRUCache } from 'lru-cache'
import { hasTeamFeatures, type Tier } from '#protocol/kernel/limits.ts'
import { type BrandFace, type BrandLogo, type BrandView, type EventBrand, hasBrand } from '#protocol/people/brand/brand.ts'
import { styleOf } from '#protocol/people/brand/style.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'

/** R214: a logo by the names of its two files, with the size of the smaller one. */
export interface KeptLogo {
  readonly large: string
  readonly small: string
  readonly width: number
  readonly height: number
}
/** What its owner chooses. */
export interface BrandSettings {
  readonly name: string
  /** #rrggbb */
  readonly accent: string
  readonly replyName: string
  readonly hideMadeWith: boolean
  readonly logo?: KeptLogo | null
}
export interface Brand extends Stored, BrandSettings {
  /** Of an organization, or of a person. */
  readonly ownerId: string
  readonly isOfOrg: boolean
  /** '' where it has none: an operator took it off, and nothing of it stays (R220). */
  readonly takenOffAt?: string | undefined
  /** R107: who changed it last. */
  readonly editedBy?: string | undefined
  /** R219: what stood before the last change, for a moment; null where there was none. */
  readonly before?: { readonly act: string; readonly at: string; readonly by: string; readonly stood: BrandSettings | null } | undefined
}
export const brands: Collection<Brand> = { name: 'brands', indexes: {} }

/** Of an organization's or a person's id; it tells neither. */
export const brandId = (secrets: Pick<Secrets, 'idOf'>, ownerId: string) => secrets.idOf('brand', ownerId)

/** Whether there is one: the record stays after it is taken off, for its revision. */
export const isThere = (brand: Brand | undefined): brand is Brand => brand !== undefined && brand.name !== ''

export const settingsOf = ({ name, accent, replyName, hideMadeWith, logo = null }: BrandSettings): Required<BrandSettings> => ({
  name,
  accent,
  replyName,
  hideMadeWith,
  logo,
})

export const hasSameSettings = (one: BrandSettings, other: BrandSettings) =>
  JSON.stringify(settingsOf(one)) === JSON.stringify(settingsOf(other))

const logoView = ({ logo }: BrandSettings): BrandLogo | null =>
  logo ? { url: `/brand/${logo.small}.png`, largeUrl: `/brand/${logo.large}.png`, width: logo.width, height: logo.height } : null

/** R224a: the names of the files that stand in it. */
export const picturesOfBrand = ({ logo }: BrandSettings): string[] => (logo ? [...new Set([logo.large, logo.small])] : [])

export const brandView = (brand: Brand, tier: Tier): BrandView => ({
  _id: brand._id,
  rev: brand.rev,
  ...settingsOf(brand),
  logo: logoView(brand),
  isShown: hasBrand(tier, brand.isOfOrg),
})

const styles = new LRUCache<string, string>({ max: 500 })
/** To reckon one takes a millisecond, and many look at once. */
function styleFor(accent: string): string {
  const known = styles.get(accent)
  if (known !== undefined) return known
  const style = styleOf(accent)
  styles.set(accent, style)
  return style
}

/** R218: "Made with Rolecall" goes from Team on. */
const faceOf = (brand: Brand, tier: Tier): BrandFace => ({
  name: brand.name,
  accent: brand.accent,
  style: styleFor(brand.accent),
  logo: logoView(brand),
  hidesMadeWith: brand.hideMadeWith && hasTeamFeatures(tier),
})

/** What the guests of an event that uses it are shown; undefined `tier` where its owner may show none. */
export const eventBrand = (_id: string, brand: Brand | undefined, tier: Tier | undefined): EventBrand => ({
  _id,
  rev: brand?.rev ?? 0,
  face: tier !== undefined && isThere(brand) && hasBrand(tier, brand.isOfOrg) ? faceOf(brand, tier) : null,
})

/** The server's own room of guests who look at a page with the brand of this organization or person. */
export const brandRoom = (ownerId: string) => `@brand:${ownerId}`
