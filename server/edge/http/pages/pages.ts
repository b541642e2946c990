// Pages that are drawn on the server (R81), with the data that the client would else call for: as a stranger sees them, once per change; and for a reader who is proven by the request itself, for them alone.
import type { FormView } from '#protocol/seats/rsvp.ts'
import type { HttpApp, HttpOptions } from '#server/edge/http/mount.ts'
import { addressOfCall, type Ctx } from '#server/edge/http/request.ts'
import { createTurns } from '#server/edge/preview/fair-queue.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type Addressed, plainPictureUrl } from '#server/seats/model/event-picture.ts'
import { closedHead, invitationHead, openHeads } from './head.ts'
import { openForm } from './open-form.ts'
import { createCache, facesIn, type Shows, send, sendOwn } from './page-cache.ts'
import { mayBeKnown, type ReaderAnswer, readerOf } from './reader.ts'
import type { RenderPage } from './render-thread.ts'
import { mountSeveral } from './several.ts'
import { make, type PageAssets, type RenderedPage, type Sheet } from './sheet.ts'

/** A form that is not published yet shows nothing of itself, so one page serves for all of them. */
const anyForm = 'unpublished'
const anyUnpublished: Omit<FormView, 'eventId'> = {
  _id: '',
  rev: 0,
  status: anyForm,
  name: '',
  description: '',
  roles: [],
  roleCoverage: [],
  event: null,
  showConfirmation: false,
  displayRSVPToAll: false,
  membersOnly: false,
}

function showsForm(form: FormView): Shows {
  const { _id, rev, status, displayRSVPToAll, shut } = form
  const face = facesIn(form)
  return {
    name: status === anyForm ? anyForm : _id,
    key: status === anyForm ? anyForm : `${_id} ${rev} ${status} ${shut?.why}${face}`,
    state: `${status} ${shut?.why} ${displayRSVPToAll}${face}`,
  }
}

/** Makes each page that is the same for everybody once, when it is first asked for. Where that fails the client draws it, and it is made again for the next. */
function once({ print, stock }: PageDeps, noDrawing: (error: unknown) => undefined) {
  const made = new Map<string, Promise<RenderedPage>>()
  return async (name: string, sheet: Sheet) => {
    const drawn = made.get(name) ?? print(sheet)
    made.set(name, drawn)
    return drawn.catch((error: unknown) => {
      made.delete(name)
      return noDrawing(error) ?? make(stock, { ...sheet, path: '' })
    })
  }
}

interface PageDeps extends Pick<HttpOptions, 'countCall' | 'hops' | 'log'> {
  readonly stock: PageAssets
  readonly print: RenderPage
}

/** Has pages of forms drawn for their readers in turn, and not more for one address than its limit. */
function createReaders({ countCall, print }: PageDeps) {
  const ask = createTurns<RenderedPage>()
  return (address: string, sheet: Sheet) =>
    ask([address], async () => {
      await countCall(address, 'drawing')
      return print(sheet)
    })
}

/** What the page of a form is made from, for everybody or for one reader. */
function sheetOf(by: Addressed, form: FormView, own?: ReaderAnswer): Sheet {
  if (form.status === anyForm)
    return { path: `/rsvp/${anyForm}`, at: '/rsvp', head: closedHead(by.publicUrl), first: { form: anyUnpublished } }
  const hasCard = form.status !== 'open' || own?.rsvp || own?.removed
  const first = own ? { form, own } : { form }
  const at = hasCard ? '/rsvp/own' : form.questions ? '/rsvp/asking' : '/rsvp'
  return { path: `/rsvp/${form._id}`, at, head: invitationHead(by, form), first }
}

/** Serves the invitation, the landing page and the prices. */
export function mountPages(app: HttpApp, services: Services, given: PageDeps) {
  const { publicUrl, clock } = services
  const { stock, hops, log } = given
  const cached = createCache(() => clock.now())
  const drawnFor = createReaders(given)
  const noDrawing = (error: unknown) => {
    if (!(error instanceof Refusal)) log.error({ err: error }, 'a page was not drawn')
    return undefined
  }
  const shared = once(given, noDrawing)
  const bare = make(stock, { path: '', at: '/rsvp', head: closedHead(publicUrl) })

  const ofRefusal = ({ message, status }: Refusal) => {
    const first = { problem: { status, sentence: message } }
    return shared(message, { path: '/rsvp/unknown', at: '/rsvp', head: closedHead(publicUrl), first, status: 404 })
  }
  /** R81b: the page of whoever the request proves; undefined for everybody else. */
  const drawnOwn = async (c: Ctx, form: FormView): Promise<RenderedPage | undefined> => {
    if (form.status === anyForm || !mayBeKnown(c, publicUrl, form._id)) return undefined
    const own = await readerOf(services, c, form, hops)
    return own && drawnFor(addressOfCall(c, hops), sheetOf(services, form, own))
  }
  app.get('/rsvp/:groupId', async (c) => {
    const form = await openForm(services, c.req.param('groupId'), c.req.query('eventId') ?? '')
    c.header('x-robots-tag', 'noindex, nofollow')
    if (form === null) return send(c, bare)
    if (form instanceof Refusal) return send(c, await ofRefusal(form))
    const own = await drawnOwn(c, form).catch(noDrawing)
    if (own) return sendOwn(c, own)
    // The page without a drawing can do the same, once its script is there.
    return send(
      c,
      (await cached(showsForm(form), () => drawnFor(addressOfCall(c, hops), sheetOf(services, form))).catch(noDrawing)) ?? bare,
    )
  })
  mountSeveral(app, services, { cached: createCache(() => clock.now()), drawnFor, ofRefusal, noDrawing, bare, hops })
  mountOpenPages(app, publicUrl, shared)
}

/** Those that are there for everyone. */
function mountOpenPages(app: HttpApp, publicUrl: string, shared: ReturnType<typeof once>) {
  for (const path of ['/', '/pricing'] as const) {
    const head = { ...openHeads[path], url: `${publicUrl}${path === '/' ? '' : path}`, picture: plainPictureUrl(publicUrl, 'rolecall') }
    const sheet: Sheet = { path, at: path, head }
    app.get(path, async (c) => send(c, await shared(path, sheet)))
  }
}
