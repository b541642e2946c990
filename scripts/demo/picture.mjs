// The README's picture, taken of the running demonstration: the organizer's board beside an invitation on a phone.
import { chromium } from 'playwright-core'

const board = { width: 1208, height: 1000 }
const phone = { width: 390, height: 834 }

const sheet = (left, right) => `<!doctype html><body style="margin:0;width:1440px;height:900px;position:relative;background:#e7e3dc">
<style>img { position: absolute; display: block; box-sizing: border-box; border: 1px solid #cdc7bd; box-shadow: 0 18px 50px -18px #2b211880 }</style>
<img src="${left}" style="left:28px;top:41px;width:988px;height:818px;border-radius:14px">
<img src="${right}" style="left:1038px;top:50px;width:374px;height:800px;border-radius:34px;border:7px solid #241d18">`

const asSource = (png) => `data:image/png;base64,${png.toString('base64')}`

/** Opens each address in turn in a window of its own and answers what the last one shows. */
async function look(browser, viewport, ...addresses) {
  const page = await browser.newPage({ viewport, deviceScaleFactor: 2, colorScheme: 'light' })
  for (const address of addresses) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
  }
  const shown = await page.screenshot({ animations: 'disabled' })
  await page.close()
  return asSource(shown)
}

/** Writes the picture to `file`, of the first of the `events`, as the organizer whom `link` logs in sees it. */
export async function takePicture(file, { url, link, events: [event], executablePath }) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] })
  const left = await look(browser, board, link, `${url}/event/${event.eventId}`)
  const right = await look(browser, phone, `${url}${event.invitation}`)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent(sheet(left, right))
  await page.waitForFunction(() => [...document.images].every((image) => image.complete))
  await page.screenshot({ path: file })
  await browser.close()
}
