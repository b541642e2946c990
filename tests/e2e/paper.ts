// What comes out of the printer: the pages of a PDF as Chromium prints it, with the text of each.
import type { Page } from 'playwright-core'
import { pageTexts } from './pdf-text.ts'

/** Prints on A4, as a person would: without backgrounds. */
export async function printed(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page)
  const { data } = (await cdp.send('Page.printToPDF', { paperWidth: 8.27, paperHeight: 11.69, preferCSSPageSize: false })) as {
    data: string
  }
  await cdp.detach()
  return pageTexts(new Uint8Array(Buffer.from(data, 'base64')))
}
