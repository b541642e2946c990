// Notices in a browser whatever a text has set off: scripts, dialogs, requests and ways to other hosts, and markup that only the content policy stopped.
import type { BrowserContext, Page } from 'playwright-core'
import { trap } from '../kit/hostile/markup.ts'

export interface Damage {
  /** What scripts have called, by the number of their payload. */
  readonly ran: number[]
  readonly dialogs: string[]
  /** Addresses of other hosts that were asked or gone to. */
  readonly foreign: string[]
  /** What the content policy has stopped, so that it got as far as the page. */
  readonly stopped: string[]
}

const isForeign = (url: string, own: string) => !url.startsWith(own) && !/^(?:about:|data:image\/|blob:)/.test(url)

/** Watches all pages and frames of a browser context from now on. */
export async function watchDamage(context: BrowserContext, own: string): Promise<Damage> {
  const damage: Damage = { ran: [], dialogs: [], foreign: [], stopped: [] }
  await context.exposeBinding(trap, (_, nth: number) => void damage.ran.push(nth))
  context.on('request', (request) => {
    if (isForeign(request.url(), own)) damage.foreign.push(request.url())
  })
  const listen = (page: Page) => {
    page.on('dialog', (dialog) => {
      damage.dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    page.on('framenavigated', (frame) => {
      if (isForeign(frame.url(), own) && frame.url() !== '') damage.foreign.push(frame.url())
    })
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) damage.stopped.push(message.text())
    })
  }
  context.pages().forEach(listen)
  context.on('page', listen)
  return damage
}

/** Where a page shows this text in an element that doesn't take its direction from it. */
export const undirected = (page: Page, text: string) =>
  page.evaluate((wanted) => {
    const plain = (shown: string | null) => (shown ?? '').replace(/\s+/g, ' ').trim()
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const box = node.parentElement
      if (!box || !plain(node.textContent).includes(plain(wanted)) || box.closest('script, style, textarea, bdi, .sr-only, [dir="auto"]'))
        continue
      found.push(box.outerHTML.slice(0, 160))
    }
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
      if (plain(field.value) === plain(wanted) && field.dir !== 'auto') found.push(field.outerHTML.slice(0, 160))
    return found
  }, text)

/** Gives all a page shows as text, form fields included, and the tags in it that none of our pages has. */
export const lookInto = (page: Page) =>
  page.evaluate(() => {
    /** R84, R95: to a page of the web, in a window of its own that learns nothing of ours; and vouched for by nobody, unless its host is ours to choose. */
    const leadsOut = ({ protocol, host, target, rel }: HTMLAnchorElement) => {
      const isCalendar = ['calendar.google.com', 'outlook.live.com', 'outlook.office.com'].includes(host)
      return /^https?:$/.test(protocol) && target === '_blank' && rel === `noopener noreferrer${isCalendar ? '' : ' nofollow'}`
    }
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(({ value }) => value)
    const tags = [...document.querySelectorAll('*')].filter(
      (one) =>
        [...one.attributes].some(({ name }) => /^on/i.test(name)) ||
        /^(?:iframe|object|embed|base|math|noscript|video)$/i.test(one.tagName) ||
        (one.tagName === 'SCRIPT' && !one.getAttribute('src')?.startsWith('/')) ||
        (one.tagName === 'META' && one.getAttribute('http-equiv') === 'refresh') ||
        (one instanceof HTMLAnchorElement && one.protocol !== 'mailto:' && one.host !== location.host && !leadsOut(one)),
    )
    return {
      text: [document.title, document.body.textContent, ...fields].join('\n'),
      odd: tags.map(({ outerHTML }) => outerHTML.slice(0, 200)),
    }
  })
