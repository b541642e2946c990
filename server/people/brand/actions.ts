// How a brand is changed, and how a change is taken back (R212, R219).
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { brandApi } from '#protocol/people/brand/brand.ts'
import { unlinked } from '#server/kernel/emails/names.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { nameIn } from '#server/people/identity/memberships.ts'
import { type Brand, brandId, brands, hasSameSettings, isThere, type KeptLogo, settingsOf } from '#server/people/model/brand.ts'
import { keepPicture } from '#server/people/picture/actions.ts'
import * as rules from '#server/people/rules/brand.ts'
import { pageOf, type Whose, whoseOf } from './queries.ts'

/** R107: who was faster. */
async function editorOf(tx: Reader, { editedBy, ownerId, isOfOrg }: Brand) {
  const name = editedBy === undefined ? '' : await nameIn(tx, isOfOrg ? ownerId : null, editedBy)
  return editedBy === undefined || name === '' ? {} : { by: { _id: editedBy, name } }
}

const brandKey = ({ ownerId, isOfOrg }: Whose, _id: string) => ({ _id, ownerId, isOfOrg })

export function saveBrand(services: Services, { orgId, rev, ...settings }: Input<typeof brandApi.save>, caller: SignedIn) {
  const { secrets, clock } = services
  return transact(services, orgId ?? caller.user._id, async (tx) => {
    const whose = await whoseOf(services, tx, orgId, caller)
    rules.checkPlan(whose.tier, whose.isOfOrg, settings)
    for (const field of ['name', 'replyName'] as const) rules.checkName(settings[field], unlinked(settings[field]), field)
    const _id = brandId(secrets, whose.ownerId)
    const before = await tx.get(brands, _id)
    if (rev !== undefined && rev !== (isThere(before) ? before.rev : 0)) refuse('stale-rev', before ? await editorOf(tx, before) : {})
    if (isThere(before) && hasSameSettings(before, { ...settingsOf(before), ...settings })) return { reply: pageOf(whose, before) }
    const act = secrets.randomId()
    const after = rules.changed(brandKey(whose, _id), before, settings, { userId: caller.user._id, act, now: clock.now() })
    return { writes: [put(brands, after)], reply: { ...pageOf(whose, after), act } }
  })
}

/** R214: the brand that gets a logo: it has a name already, which stands where the logo can't be seen. Refuses `brand-first`. */
async function marked(services: Services, tx: Reader, orgId: string | undefined, caller: SignedIn) {
  const whose = await whoseOf(services, tx, orgId, caller)
  const before = await tx.get(brands, brandId(services.secrets, whose.ownerId))
  return { whose, before: isThere(before) ? before : undefined }
}

/** One act; nothing where the logo is the one that stands there. */
function withLogo(
  { secrets, clock }: Services,
  { whose, before }: { whose: Whose; before: Brand },
  logo: KeptLogo | null,
  caller: SignedIn,
) {
  const settings = { ...settingsOf(before), logo }
  if (hasSameSettings(before, settings)) return { writes: [], reply: pageOf(whose, before) }
  const act = secrets.randomId()
  const after = rules.changed(brandKey(whose, before._id), before, settings, { userId: caller.user._id, act, now: clock.now() })
  return { writes: [put(brands, after)], reply: { ...pageOf(whose, after), act } }
}

/** R214: the picture is decoded before the decision, since that takes a while. */
export async function setLogo(services: Services, { orgId, bytes }: Input<typeof brandApi.setLogo>, caller: SignedIn) {
  const mayMark = async (tx: Reader) => {
    const { whose, before } = await marked(services, tx, orgId, caller)
    rules.checkPlan(whose.tier, whose.isOfOrg, { hideMadeWith: false })
    return { whose, before: before ?? refuse('brand-first') }
  }
  await mayMark(services.store)
  const made = await services.makePicture(bytes, 'logo', caller.user._id)
  return transact(services, orgId ?? caller.user._id, async (tx) => {
    const found = await mayMark(tx)
    const { names, writes } = await keepPicture(services, tx, made, { ownerId: found.whose.ownerId, kind: 'logo' })
    const [large = '', small = ''] = names
    const { width, height } = made.files.at(-1) ?? refuse('internal')
    const done = withLogo(services, found, { large, small, width, height }, caller)
    return { ...done, writes: done.writes.length > 0 ? [...writes, ...done.writes] : [] }
  })
}

/** R219 */
export const removeLogo = (services: Services, { orgId }: Input<typeof brandApi.removeLogo>, caller: SignedIn) =>
  transact(services, orgId ?? caller.user._id, async (tx) => {
    const { whose, before } = await marked(services, tx, orgId, caller)
    return before ? withLogo(services, { whose, before }, null, caller) : { reply: pageOf(whose, undefined) }
  })

export function undoBrand(services: Services, { orgId, act }: Input<typeof brandApi.undo>, caller: SignedIn) {
  const { secrets, clock } = services
  return transact(services, orgId ?? caller.user._id, async (tx) => {
    const whose = await whoseOf(services, tx, orgId, caller)
    const before = await tx.get(brands, brandId(secrets, whose.ownerId))
    const after = rules.undone(before, { userId: caller.user._id, act, now: clock.now() })
    return { writes: [put(brands, after)], reply: pageOf(whose, after) }
  })
}
