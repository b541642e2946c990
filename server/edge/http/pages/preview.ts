// The pictures that links are shared with (R81): drawn from what anyone with the link may see, and kept until that changes.
import { photoWidths } from '#protocol/kernel/limits.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import type { HttpApp, HttpOptions } from '#server/edge/http/mount.ts'
import { addressOfCall, hasAlready } from '#server/edge/http/request.ts'
import type { Askers } from '#server/edge/preview/fair-queue.ts'
import { createPainter, type PaintRequest as Painting } from '#server/edge/preview/painter.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { pictures } from '#server/people/model/picture.ts'
import { brandFacts, factsOf, type PictureFacts } from '#server/seats/model/event-picture.ts'
import { groups } from '#server/seats/model/group.ts'
import { openForm } from './open-form.ts'

/** Raised when pictures are drawn otherwise: those that others keep are then asked for again. */
const drawnAs = 4
/** Whoever draws previews comes within moments of a link being shared, or asks again: then the ETag tells. */
const keptSeconds = 60

const brand = { name: 'brand', key: 'brand', state: '', facts: brandFacts }
/** R219: a brand has revisions of its own, and comes and goes with its owner's plan. */
const brandKey = ({ brand }: FormView) => (brand ? `-${brand.rev}${brand.face ? '' : '-plain'}` : '')
type PictureRequest = Omit<Painting, 'facts'> & { readonly facts: PictureFacts }
const wantedOf = (form: FormView): PictureRequest =>
  form.status === 'unpublished'
    ? brand
    : {
        name: form._id,
        key: `${form._id}-${form.rev}-${form.status}${brandKey(form)}`,
        state: `${form.status} ${form.displayRSVPToAll} ${form.event?.photo?.hash}${brandKey(form)}`,
        facts: factsOf(form),
      }
/** R216, R224: the files of photo and logo are read only where the picture has to be drawn. */
async function withFiles({ store }: Pick<Services, 'store'>, wanted: PictureRequest): Promise<Painting> {
  const { photo, logo, ...facts } = wanted.facts
  const [file, mark] = await Promise.all([
    photo && store.get(pictures, `${photo.hash}-${photoWidths[0]}`),
    logo && store.get(pictures, logo.hash),
  ])
  return {
    ...wanted,
    facts: {
      ...facts,
      ...(photo && file && { photo: { base64: file.base64, hue: photo.hue } }),
      ...(mark && { logo: { base64: mark.base64, width: mark.width, height: mark.height } }),
    },
  }
}
const typeOf = (bytes: Uint8Array) => (bytes[0] === 0xff ? 'image/jpeg' : 'image/png')

/** Serves `/og/{groupId}.png`, whichever mark stands behind it (R252), and `/og/rolecall.png`. */
export function mountPreviews(
  app: HttpApp,
  services: Services,
  { countCall, hops }: Pick<HttpOptions, 'countCall' | 'hops'>,
  paint = createPainter(),
) {
  /** Nobody's address and nobody's events take more than their share of the painter. */
  const askersOf = async (address: string, groupId: string): Promise<Askers> => {
    const group = await services.store.get(groups, groupId)
    return group ? [address, `of ${group.ownerId}`] : [address]
  }
  app.get('/og/:name', async (c) => {
    const address = addressOfCall(c, hops)
    await countCall(address, 'picture')
    const groupId = c.req.param('name').replace(/\.png$/, '')
    const form = groupId === 'rolecall' ? undefined : await openForm(services, groupId, '')
    if (form === null) throw new Refusal('store-unavailable')
    if (form instanceof Refusal) throw form
    const wanted = form ? wantedOf(form) : brand
    const headersOf = (key: string) => ({
      etag: `"${drawnAs}-${key}"`,
      'cache-control': `public, max-age=${keptSeconds}`,
      'x-robots-tag': 'noindex',
    })
    const now = headersOf(wanted.key)
    if (hasAlready(c, now.etag)) return c.body(null, 304, now)
    const { key, png } = await paint(await withFiles(services, wanted), wanted === brand ? [address] : await askersOf(address, groupId))
    return c.body(png, 200, { ...headersOf(key), 'content-type': typeOf(png) })
  })
}
