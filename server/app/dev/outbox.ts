// R63: the development outbox, as JSON for tests and tools and as a page for people; and a preview of every email. Never mounted in production.
import { html, raw } from 'hono/html'
import { normalEmail } from '#protocol/kernel/texts.ts'
import type { HttpApp } from '#server/edge/http/mount.ts'
import { isThisMachine } from '#server/edge/http/request.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { readOutbox } from '#server/mail/delivery/recent-emails.ts'
import { isLocalUrl } from '#server/people/identity/cookies.ts'
import { readSamples } from './samples.ts'

type Content = ReturnType<typeof html>

const page = (title: string, widthPx: number, body: Content) => html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title} · Rolecall</title>
<style>a { color: light-dark(#0645ad, #9cc2ff) }</style></head>
<body style="max-width:${widthPx}px;margin:0 auto;padding:24px;font:15px/1.5 system-ui,sans-serif"><main><h1>${title}</h1>${body}</main></body></html>`

type OutboxEmail = Awaited<ReturnType<typeof readOutbox>>[number]
const mailbox = (
  messages: readonly OutboxEmail[],
  publicUrl: string,
) => html`<p>What Rolecall would have emailed, newest first. Reload to see more. <a href="/dev/emails">How every email looks</a></p>
${messages.length === 0 ? html`<p>Nothing yet.</p>` : ''}
${messages.map(
  (message) => html`<article style="border:1px solid #8886;border-radius:10px;padding:16px;margin:16px 0">
<h2 dir="auto" style="margin:0;font-size:17px">${message.subject}</h2><p style="margin:4px 0 12px"><small>to ${message.to} · ${message.createdAt}</small></p>
<pre dir="auto" style="white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0">${raw(linked(message.text, publicUrl))}</pre></article>`,
)}`

type Sample = ReturnType<typeof readSamples>[number]
/** What a client that prefers the scheme makes of it, whatever this browser prefers. */
const inScheme = (document: string, scheme: Scheme) =>
  document.replace('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all')
type Scheme = 'light' | 'dark'
const frame = ({ name, subject, html: document }: Sample, scheme: Scheme, widthPx: number) =>
  html`<iframe title="${subject}, ${scheme}, ${widthPx} pixels wide" data-name="${name}" sandbox srcdoc="${inScheme(document, scheme)}" loading="lazy" style="color-scheme:${scheme};width:${widthPx}px;max-width:100%;height:560px;border:1px solid #8886;border-radius:10px"></iframe>`
const samples = (all: readonly Sample[]) => html`<p>One of every email: light, dark, on a phone, and as plain text.</p>
${all.map(
  (
    sample,
  ) => html`<section><h2 dir="auto" style="margin:40px 0 12px;font-size:17px"><a href="/dev/emails/${sample.name}">${sample.subject}</a></h2>
<div style="display:flex;flex-wrap:wrap;gap:16px">${frame(sample, 'light', 600)}${frame(sample, 'dark', 600)}${frame(sample, 'dark', 320)}</div>
<details><summary style="padding:12px 0">Plain text</summary><pre dir="auto" style="white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0">${sample.text}</pre></details></section>`,
)}`

/** R121: whom it answers. `this-machine` knows by the connection, and by the name it is asked under, which no other site's page can choose. */
export type OutboxReaders = 'nobody' | 'this-machine' | 'everyone'

export function mountOutbox(app: HttpApp, services: Services, { readers, hops }: { readers: OutboxReaders; hops: number }) {
  for (const path of ['/dev/*', '/api/dev/*'])
    app.use(path, async (c, next) => {
      const isMeant = readers === 'everyone' || (isThisMachine(c, hops) && isLocalUrl(`http://${c.req.header('host') ?? ''}`))
      if (!isMeant) refuse('call-unknown')
      await next()
    })
  const read = (to: string | undefined) => readOutbox(services, (to && normalEmail(to)) || undefined)
  app.get('/api/dev/outbox', async (c) => c.json({ messages: await read(c.req.query('to')) }))
  app.get('/dev/outbox', async (c) => {
    const messages = await read(c.req.query('to'))
    if (c.req.header('accept')?.includes('application/json')) return c.json({ messages })
    return c.html(page('Outbox', 720, mailbox(messages, services.publicUrl)))
  })
  app.get('/dev/emails', (c) => c.html(page('Emails', 1640, samples(readSamples(services.publicUrl)))))
  app.get('/dev/emails/:name', (c) => {
    const sample = readSamples(services.publicUrl).find(({ name }) => name === c.req.param('name'))
    return sample ? c.html(sample.html) : refuse('call-unknown')
  })
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
/** The text, escaped, with our own addresses as links; one that stands in somebody's name stays text. */
const linked = (text: string, publicUrl: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (part.startsWith(`${publicUrl}/`) ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('')
