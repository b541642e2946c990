// How long a pass takes from the camera to its result (R187): a Chromium whose camera plays a film of passes that this test draws.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { onTime, within } from '../kit/world/pace.ts'
import { button } from './acts.ts'
import { launchWith } from './browser.ts'
import { cameraOf, cornerOf, film } from './film.ts'
import { keptLogin } from './kept-login.ts'
import { openStage } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const passes = 6

/** In the page: when each corner was first in a picture of the camera, and when each guest was first said to be in. */
const watch = (corners: readonly number[]) => {
  const seen: (number | undefined)[] = corners.map(() => undefined)
  const said: Record<string, number> = {}
  Object.assign(window, { seen, said })
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  const look = (video: HTMLVideoElement) => {
    pen?.drawImage(video, 0, 0, video.videoWidth / 40, video.videoWidth / 40, 0, 0, 1, 1)
    const [value = 0] = pen?.getImageData(0, 0, 1, 1).data ?? []
    const nth = corners.findIndex((corner) => Math.abs(corner - value) < 14)
    if (nth >= 0) seen[nth] ??= performance.now()
    video.requestVideoFrameCallback(() => look(video))
  }
  new MutationObserver(() => {
    const video = document.querySelector('video')
    if (video && !video.dataset.watched) {
      video.dataset.watched = 'yes'
      video.requestVideoFrameCallback(() => look(video))
    }
    const name = document.querySelector('[data-result=ok] h3')?.textContent
    if (name) said[name] ??= performance.now()
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
}

/** A guest each, with their passes. */
async function openGuests() {
  const { host, event, answer } = openSeed(stage)
  const olivia = await host()
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const held = await event(olivia, [{ name: 'Guest', max: 20 }], { name: 'Film night', start: at(30), end: at(150) })
  const texts: string[] = []
  for (let nth = 0; nth < passes; nth++) {
    const cookie = await answer(held, `Guest ${nth}`, ['Guest'])
    const form = await fetch(`${stage.server.url}/api/rsvp/form/${held.groupId}`, { headers: { cookie } }).then((one) => one.json())
    texts.push(rsvpApi.form.reply.parse(form).rsvp?.passes?.[0]?.url ?? '')
  }
  return { olivia, held, texts }
}

test.skipIf(process.env.BROWSER === 'firefox')(
  'R187 pace: from the camera to the result it takes 300 ms at the median',
  onTime,
  async () => {
    const { olivia, held, texts } = await openGuests()
    const folder = mkdtempSync(join(tmpdir(), 'rolecall-film-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'film.y4m'), film(texts))
    const browser = await launchWith(cameraOf(join(folder, 'film.y4m')))
    onTestFinished(() => browser.close())
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      storageState: keptLogin(stage.server.url, olivia.token),
    })
    await context.addInitScript(
      watch,
      Array.from({ length: passes }, (_, nth) => cornerOf(nth)),
    )
    const page = await context.newPage()
    await page.goto(`${stage.server.url}/door/${held.eventId}`)
    await button(page, 'Scan passes').click()
    await page.waitForFunction((count) => Object.keys((window as unknown as { said: object }).said).length === count, passes)
    const { seen, said } = await page.evaluate(() => {
      const { seen, said } = window as unknown as { seen: (number | null)[]; said: Record<string, number> }
      return { seen, said }
    })
    const times = seen.map((at, nth) => (said[`Guest ${nth}`] ?? Infinity) - (at ?? 0)).toSorted((a, b) => a - b)
    console.log(`door-camera.test.ts: from the camera to the result ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`)
    expect(times.every((ms) => ms > 0)).toBe(true)
    within(times[Math.floor(times.length / 2)] ?? Infinity, 300)
  },
)
