// Whose brand stands on what an event's guests see, and whether it does now (R216, R221).
import type { EventBrand } from '#protocol/people/brand/brand.ts'
import type { HostFace } from '#protocol/people/face.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { hostFace, users } from '#server/people/model/account.ts'
import { brandId, brands, eventBrand } from '#server/people/model/brand.ts'
import { tierAt } from '#server/people/model/plan.ts'

/** An event, as far as it says whose brand it may use. */
interface Branded {
  readonly theme?: string | undefined
  readonly ownerId: string
  readonly ownerOrgId: string | null
}
export interface BrandDeps extends Pick<Services, 'clock'> {
  readonly secrets: Pick<Services['secrets'], 'idOf'>
}

/** Whose brand an event uses. */
export const brandOwner = ({ ownerId, ownerOrgId }: Branded) => ownerOrgId ?? ownerId

/** What the guests of an event hear of that brand. R220: nobody sees the one of a suspended account. */
export async function brandOf({ secrets, clock }: BrandDeps, tx: Reader, event: Branded): Promise<EventBrand> {
  const _id = brandId(secrets, brandOwner(event))
  const [brand, owner] = await Promise.all([tx.get(brands, _id), tx.get(users, event.ownerId)])
  const mayShow = owner !== undefined && owner.suspendedAt === undefined
  return eventBrand(_id, brand, mayShow ? tierAt(owner, clock.now()) : undefined)
}

/** R217: the same for an email, with whose name it comes from. */
export async function senderIn(services: BrandDeps, tx: Reader, event: Branded | undefined) {
  const { face } = (await brandIn(services, tx, event)) ?? {}
  const brand = event && face ? await tx.get(brands, brandId(services.secrets, brandOwner(event))) : undefined
  return face && brand ? { face, fromName: `${brand.replyName || brand.name} via Rolecall` } : undefined
}

/** The same for an event that may use none: of those nothing is read. */
export const brandIn = async (services: BrandDeps, tx: Reader, event: Branded | undefined) =>
  event?.theme === 'brand' ? brandOf(services, tx, event) : undefined

/** R224: the picture of who hosts an event; of an organization's nobody's. */
export async function hostIn({ secrets }: BrandDeps, tx: Reader, event: Branded | undefined): Promise<HostFace | undefined> {
  const owner = event?.ownerOrgId === null ? await tx.get(users, event.ownerId) : undefined
  return owner && hostFace(secrets, owner)
}
