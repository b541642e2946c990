// The page of the one invitation to all groups of an event, drawn on the server (R81, R151): as a stranger sees it once per change, and for a reader who is proven.
import { isId } from '#protocol/kernel/texts.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import type { SeveralForm } from '#protocol/seats/several/several.ts'
import type { HttpApp } from '#server/edge/http/mount.ts'
import { addressOfCall, type Ctx } from '#server/edge/http/request.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Addressed } from '#server/seats/model/event-picture.ts'
import { readOpen } from '#server/seats/several/queries.ts'
import { closedHead, severalHead } from './head.ts'
import { type createCache, facesIn, type Shows, send, sendOwn } from './page-cache.ts'
import { mayBeKnown, type SeveralOwn, severalReaderOf } from './reader.ts'
import type { RenderedPage, Sheet } from './sheet.ts'

type OpenForms = Pick<SeveralForm, 'index' | 'forms'>
interface Drawing {
  readonly cached: ReturnType<typeof createCache>
  readonly drawnFor: (address: string, sheet: Sheet) => Promise<RenderedPage> | undefined
  readonly ofRefusal: (refusal: Refusal) => Promise<RenderedPage>
  readonly noDrawing: (error: unknown) => undefined
  readonly bare: RenderedPage
  readonly hops: number
}

/** What the call gives to anyone with the link, or its refusal; null while neither can be known. */
async function openEvent(services: Services, eventId: string): Promise<OpenForms | Refusal | null> {
  if (!isId(eventId)) return new Refusal('input-invalid', { reason: 'Invalid Event Id' })
  try {
    return await readOpen(services, { eventId })
  } catch (error) {
    return error instanceof Refusal && error.status < 500 ? error : null
  }
}

const nobody: SeveralOwn = { userEmail: '', userName: '', own: [] }
const unpublished = 'unpublished'

function sheetOf(by: Addressed, open: OpenForms, own: SeveralOwn = nobody): Sheet {
  const { index } = open
  // One that isn't published yet shows nothing of itself, so one page serves for all of them.
  if (index.status === unpublished) {
    const first = { several: { index: { ...index, _id: '', rev: 0 }, forms: [], ...nobody } }
    return { path: `/rsvp/event/${unpublished}`, at: '/rsvp/event', head: closedHead(by.publicUrl), first }
  }
  return {
    path: `/rsvp/event/${index._id}`,
    at: '/rsvp/event',
    head: severalHead(by, open),
    first: { several: { ...open, ...own } },
  }
}

/** A group may be over without anything being written. */
const shows = ({ index, forms }: OpenForms): Shows => {
  const stateOf = (form: FormView) => `${form.status} ${form.shut?.why} ${form.displayRSVPToAll}${facesIn(form)}`
  const state = [index.status, ...forms.map(stateOf)].join()
  if (index.status === unpublished) return { name: unpublished, key: unpublished, state }
  return { name: index._id, key: `${index._id} ${index.rev} ${state}`, state }
}

/** Serves `/rsvp/event/{eventId}`; an event with one group leads to that, whose invitation it is. */
export function mountSeveral(app: HttpApp, services: Services, given: Drawing) {
  const { cached, drawnFor, ofRefusal, noDrawing, bare, hops } = given
  const { publicUrl } = services
  const drawnOwn = async (c: Ctx, open: OpenForms) => {
    const { index } = open
    if (index.status === unpublished || !mayBeKnown(c, publicUrl, ...index.groups.map(({ _id }) => _id))) return undefined
    const own = await severalReaderOf(services, c, index._id, hops)
    return own && drawnFor(addressOfCall(c, hops), sheetOf(services, open, own))
  }
  app.get('/rsvp/event/:eventId', async (c) => {
    const open = await openEvent(services, c.req.param('eventId'))
    c.header('x-robots-tag', 'noindex, nofollow')
    if (open === null) return send(c, bare)
    if (open instanceof Refusal) return send(c, await ofRefusal(open))
    const [only, ...more] = open.index.groups
    if (only && more.length === 0) {
      const query = new URLSearchParams({ ...c.req.query(), eventId: open.index._id })
      return c.redirect(`/rsvp/${only._id}?${query}`)
    }
    const own = await drawnOwn(c, open).catch(noDrawing)
    if (own) return sendOwn(c, own)
    return send(c, (await cached(shows(open), () => drawnFor(addressOfCall(c, hops), sheetOf(services, open))).catch(noDrawing)) ?? bare)
  })
}
