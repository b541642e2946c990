// What is said of the brand of an organization or a person (R212): how what they send to guests looks.
import { z } from 'zod/mini'
import { del, get, post, put, putPicture } from '#protocol/kernel/endpoint.ts'
import { id, line, lineOrNothing, OrgId, PictureBytes } from '#protocol/kernel/fields.ts'
import { hasTeamFeatures, pictureLimits, type Tier } from '#protocol/kernel/limits.ts'

export const brandNameLength = 60
const accentSentence = 'Please choose a color'
/** R213: any color will do. */
export const Accent = z.string(accentSentence).check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, accentSentence))
/** What the form begins with. */
export const firstAccent = '#2f5bd7'

/** R212: a person's from Pro, an organization's with its plan. */
export const hasBrand = (tier: Tier, isOfOrg: boolean) => (isOfOrg ? hasTeamFeatures(tier) : tier !== 'free')

const ToneSet = z.object({ surface: z.string(), text: z.string(), button: z.string(), onButton: z.string(), border: z.string() })
/** R213: each #rrggbb. */
export const BrandTones = z.object({ light: ToneSet, dark: ToneSet, print: ToneSet })

/** R214: `url` for its room, `largeUrl` for twice as many dots; `width` and `height` of the smaller one. */
export const BrandLogo = z.object({ url: z.string(), largeUrl: z.string(), width: z.int(), height: z.int() })
export type BrandLogo = z.infer<typeof BrandLogo>

export const BrandView = z.object({
  _id: z.string(),
  rev: z.int(),
  name: z.string(),
  accent: z.string(),
  /** R217: whose name emails come from; '' for `name`. */
  replyName: z.string(),
  hideMadeWith: z.boolean(),
  logo: z.nullable(BrandLogo),
  /** R221: false where the plan doesn't include it now: it is kept, and guests don't see it. */
  isShown: z.boolean(),
})
export type BrandView = z.infer<typeof BrandView>

/** The brand of one organization or of the caller; null where there is none. */
export const BrandPage = z.object({
  brand: z.nullable(BrandView),
  tones: BrandTones,
  /** Whose: the organization's id, null for the caller's own. */
  orgId: z.nullable(z.string()),
  /** What the plan includes now. */
  mayUse: z.boolean(),
  mayHideMadeWith: z.boolean(),
  /** R220: when whoever runs the installation took off the one before; null where nobody did. */
  takenOffAt: z.nullable(z.string()),
})
export type BrandPage = z.infer<typeof BrandPage>

/** How a brand looks to guests. */
export const BrandFace = z.object({
  name: z.string(),
  accent: z.string(),
  /** Custom properties for light, dark and paper. */
  style: z.string(),
  logo: z.nullable(BrandLogo),
  /** R218 */
  hidesMadeWith: z.boolean(),
})
export type BrandFace = z.infer<typeof BrandFace>

/** The brand that an event uses, in what its guests are shown; without a `face` while it isn't shown (R221). */
export const EventBrand = z.object({ _id: z.string(), rev: z.int(), face: z.nullable(BrandFace) })
export type EventBrand = z.infer<typeof EventBrand>

const orgId = z.optional(OrgId)
const Whose = z.strictObject({ orgId })
/** `rev` is the one the form was opened with (R107). */
export const BrandEdit = z.strictObject({
  orgId,
  rev: z.optional(z.int()),
  name: line(brandNameLength, 'Please enter a name'),
  accent: Accent,
  replyName: z._default(lineOrNothing(brandNameLength), ''),
  hideMadeWith: z._default(z.boolean(), false),
})
export type BrandEdit = z.infer<typeof BrandEdit>

/** `act`: what undoes it (R219). */
const BrandChanged = z.object({ ...BrandPage.shape, act: z.optional(z.string()) })

export const brandApi = {
  read: get('/brand', Whose, BrandPage),
  save: put('/brand', BrandEdit, BrandChanged),
  /** R214: of a brand that is there. */
  setLogo: putPicture('/brand/logo', z.strictObject({ orgId, bytes: PictureBytes }), BrandChanged, pictureLimits.logo.bytes),
  removeLogo: del('/brand/logo', Whose, BrandChanged),
  /** R219: by the same person, within 30 seconds, once. */
  undo: post('/brand/undo', z.strictObject({ orgId, act: id('Invalid Activity Id') }), BrandPage),
}
