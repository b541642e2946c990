// A page of somebody else on the same machine at another port, in a real browser: the guest's cookie travels with what it sends, and changes nothing.
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { routes } from '#server/app/app.ts'
import { listening } from '../kit/process/listening.ts'
import { openStage } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event, answer } = openSeed(stage)
const guest = 'nora@guests.test'

test('R121 a page at another port can’t change a guest’s answer, by no call and in no way that a page has', async () => {
  const held = await event(await host(), [{ name: 'Speaker', max: 2 }])
  const { groupId, eventId } = held
  const cookie = await answer(held, 'Nora', ['Speaker'])
  const { page, context, expects } = await stage.newPerson()
  const [name = '', ...value] = cookie.split('=')
  await context.addCookies([{ name, value: value.join('='), url: stage.server.url, httpOnly: true, sameSite: 'Lax' }])
  const filled = (from: typeof page) =>
    from.evaluate(async (path) => (await fetch(path)).json(), `${stage.server.url}/api/rsvp/form/${groupId}?eventId=${eventId}`)
  await page.goto(`${stage.server.url}/api/health`)
  expect((await filled(page)).rsvp).toMatchObject({ attending: true })

  const refused: string[] = []
  let kept = 0
  page.on('requestfailed', (request) => void (request.failure()?.errorText.includes('NotSameOrigin') && kept++))
  page.on('response', (response) => void (response.status() === 403 && refused.push(response.url())))
  const no = JSON.stringify({ groupId, eventId, name: 'Nora', email: guest, attending: false })
  const targets = routes
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .map(({ endpoint }) => [endpoint.method, `${stage.server.url}/api${endpoint.path.replace(/:\w+/g, groupId)}`] as const)
  const evil = await listening(createServer((_, response) => void response.setHeader('content-type', 'text/html').end('<h1>Kittens</h1>')))
  expects(/./)
  await page.goto(evil)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/plain; x=application/json', 'application/json'])
    await page.evaluate(
      async ({ targets, no, type }) => {
        const send = (method: string, url: string, mode: RequestMode) =>
          fetch(url, { method, mode, credentials: 'include', headers: { 'content-type': type }, body: no }).catch(() => {})
        for (const [method, url] of targets) for (const mode of ['no-cors', 'cors'] as const) await send(method, url, mode)
      },
      { targets, no, type },
    )
  // A form without a script: its one field makes JSON of the whole body.
  await page.setContent(
    `<form method="post" enctype="text/plain" action="${stage.server.url}/api${rsvpApi.submit.path}"><input name='${no.slice(0, -1)},"code":"' value='"}'></form>`,
  )
  expect(kept).toBeGreaterThan(targets.length)
  await Promise.all([page.waitForNavigation(), page.evaluate(() => document.forms[0]?.submit())])
  // Without the cookie this would be a 415: so it did travel along.
  expect(refused.at(-1)).toBe(`${stage.server.url}/api${rsvpApi.submit.path}`)

  await page.goto(`${stage.server.url}/api/health`)
  expect((await filled(page)).rsvp).toMatchObject({ attending: true })
  // Control: the same from a page of our own is done.
  const url = `${stage.server.url}/api${rsvpApi.submit.path}`
  const sent = { url, init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: no } }
  expect(await page.evaluate(async ({ url, init }) => (await fetch(url, init)).status, sent)).toBe(200)
  expect((await filled(page)).rsvp).toMatchObject({ attending: false })
})
