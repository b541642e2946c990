// The API's page in a real browser: it shows the calls under the same content policy as every page, and no other page loads it.
import { expect, test } from 'vitest'
import { routes } from '#server/app/app.ts'
import { gone, openStage, seen } from './kit.ts'

const stage = openStage()

test('O3 the page lists every call without breaking the content policy, asks no other host, and opens one with its fields', async () => {
  const { page, open, shoot } = await stage.newPerson()
  const [asked, violations]: [string[], string[]] = [[], []]
  page.on('request', (request) => asked.push(request.url()))
  await page.exposeFunction('noteViolation', (what: string) => violations.push(what))
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) => noteViolation(event.violatedDirective + ' ' + event.blockedURI))`,
  )
  await open('/api/docs')
  const kinds = page.locator('.opblock-tag')
  await seen(kinds)
  let calls = 0
  for (let nth = 0; nth < (await kinds.count()); nth++) {
    await kinds.nth(nth).click()
    await seen(page.locator('.opblock'))
    calls += await page.locator('.opblock').count()
    await kinds.nth(nth).click()
    await gone(page.locator('.opblock'))
  }
  expect(calls).toBe(routes.length)
  await page.locator('[data-tag="rsvp"]').click()
  await page.locator('.opblock', { hasText: '/rsvp/submit' }).first().locator('button').first().click()
  await seen(page.getByText('Idempotency-Key'))
  await seen(page.locator('.opblock-body').getByText('attending'))
  await shoot('api-docs')
  expect(violations).toEqual([])
  expect(asked.filter((url) => !url.startsWith(stage.server.url) && !url.startsWith('data:'))).toEqual([])
})

test('O3 control: an inline script on that very page is stopped, and the violation is seen', async () => {
  const { page, open, expects } = await stage.newPerson()
  expects(/Content Security Policy/)
  const violations: string[] = []
  await page.exposeFunction('noteViolation', (what: string) => violations.push(what))
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => noteViolation(event.violatedDirective))`)
  await open('/api/docs')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "taken over"'
    document.body.append(script)
  })
  await expect.poll(() => violations).toEqual(['script-src-elem'])
  expect(await page.title()).not.toBe('taken over')
})

test('O3 no page of the product loads it', async () => {
  const { page, open } = await stage.newPerson()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open('/')
  await seen(page.locator('h1'))
  expect(asked.length).toBeGreaterThan(2)
  expect(asked.filter((url) => /docs|openapi|swagger/.test(url))).toEqual([])
})
