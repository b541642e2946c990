// The pictures that links are shared with (R81): drawn from what anyone with the link may see, and kept until that changes.
import type { FormView } from '#protocol/rsvp.ts'
import { openPainter } from '../../preview/painter.ts'
import { brandFacts, factsOf, type PictureFacts } from '../../preview/picture.ts'
import { Refusal } from '../../refuse.ts'
import type { Services } from '../../services.ts'
import type { HttpApp, HttpOptions } from '../mount.ts'
import { credentialsOf, hasAlready } from '../request.ts'
import { openForm } from './open-form.ts'

/** Raised when pictures are drawn otherwise: those that others keep are then asked for again. */
const drawnAs = 1
/** Whoever draws previews comes within moments of a link being shared, or asks again: then the ETag tells. */
const keptSeconds = 60

const keyOf = (form: FormView) => (form.status === 'unpublished' ? 'brand' : `${form._id}-${form.rev}-${form.status}`)

/** Serves `/og/{groupId}.png` and `/og/rolecall.png`. */
export function mountPreviews(app: HttpApp, services: Services, { countCall, hops }: Pick<HttpOptions, 'countCall' | 'hops'>) {
  const paint = openPainter()
  app.get('/og/:name', async (c) => {
    await countCall(credentialsOf(c, hops).address, 'picture')
    const groupId = c.req.param('name').replace(/\.png$/, '')
    const form = groupId === 'rolecall' ? undefined : await openForm(services, groupId, '')
    if (form === null) throw new Refusal('store-unavailable')
    if (form instanceof Refusal) throw form
    const [key, facts]: [string, PictureFacts] = form ? [keyOf(form), factsOf(form)] : ['brand', brandFacts]
    const headers = { etag: `"${drawnAs}-${key}"`, 'cache-control': `public, max-age=${keptSeconds}`, 'x-robots-tag': 'noindex' }
    if (hasAlready(c, headers.etag)) return c.body(null, 304, headers)
    return c.body(new Uint8Array(await paint(key, facts)), 200, { ...headers, 'content-type': 'image/png' })
  })
}
