// What is shown of brands: to who chooses them, and to the guests of the events that use them.

import { hasTeamFeatures, type Tier } from '#protocol/kernel/limits.ts'
import { type BrandPage, firstAccent, hasBrand } from '#protocol/people/brand/brand.ts'
import { tonesOf } from '#protocol/people/brand/tones.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { brandOf } from '#server/people/identity/brands.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { users } from '#server/people/model/account.ts'
import { type Brand, brandId, brands, brandView, isThere } from '#server/people/model/brand.ts'
import { orgs } from '#server/people/model/org.ts'
import { tierAt } from '#server/people/model/plan.ts'
import { adminOf } from '#server/people/org/queries.ts'

/** Whose brand it is, and under which plan. */
export interface Whose {
  readonly ownerId: string
  readonly isOfOrg: boolean
  readonly tier: Tier
}

/** One's own, or that of an organization that one manages. Refuses `org-unknown` and `member-rights`. */
export async function whoseOf(services: Services, tx: Reader, orgId: string | undefined, { user }: SignedIn): Promise<Whose> {
  const now = services.clock.now()
  if (orgId === undefined) return { ownerId: user._id, isOfOrg: false, tier: tierAt((await tx.get(users, user._id)) ?? user, now) }
  const { owner } = await adminOf(services, tx, orgId, user)
  return { ownerId: orgId, isOfOrg: true, tier: tierAt(owner, now) }
}

export const pageOf = ({ ownerId, isOfOrg, tier }: Whose, brand: Brand | undefined): BrandPage => ({
  brand: isThere(brand) ? brandView(brand, tier) : null,
  tones: tonesOf(isThere(brand) ? brand.accent : firstAccent),
  orgId: isOfOrg ? ownerId : null,
  mayUse: hasBrand(tier, isOfOrg),
  mayHideMadeWith: hasTeamFeatures(tier),
  takenOffAt: brand?.takenOffAt ?? null,
})

export async function readBrand(services: Services, { orgId }: { orgId?: string | undefined }, caller: SignedIn) {
  const whose = await whoseOf(services, services.store, orgId, caller)
  return pageOf(whose, await services.store.get(brands, brandId(services.secrets, whose.ownerId)))
}

/** The same as those hear it who have it open, whoever changed it. */
export async function pageNow(services: Services, tx: Reader, { ownerId, isOfOrg }: Pick<Whose, 'ownerId' | 'isOfOrg'>) {
  const userId = isOfOrg ? (await tx.get(orgs, ownerId))?.ownerId : ownerId
  const owner = userId === undefined ? undefined : await tx.get(users, userId)
  const tier = owner ? tierAt(owner, services.clock.now()) : 'free'
  return pageOf({ ownerId, isOfOrg, tier }, await tx.get(brands, brandId(services.secrets, ownerId)))
}

/** What the guests of its events hear of a brand, whoever changed it or its owner's plan (R221). */
export async function heardByGuests(services: Services, tx: Reader, { ownerId, isOfOrg }: Pick<Whose, 'ownerId' | 'isOfOrg'>) {
  const userId = isOfOrg ? (await tx.get(orgs, ownerId))?.ownerId : ownerId
  return userId === undefined ? undefined : brandOf(services, tx, { ownerId: userId, ownerOrgId: isOfOrg ? ownerId : null })
}
