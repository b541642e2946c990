// The API document as other people's programs take it: their linter finds nothing in it, and a client made of it does the main job.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { openMailbox } from '../mailbox.ts'
import { openSeed } from '../seed.ts'
import { startServer } from '../server.ts'
import { openApiTools } from './tools.ts'

/** A program of somebody who has nothing but the document. */
const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.js'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

export async function mainJob(url: string, host: { email: string; password: string }, codeOf: (email: string) => Promise<string>) {
  const client = createClient<paths>({ baseUrl: url + '/api' })
  const { data: login } = await client.POST('/auth/login', { body: { email: host.email, password: host.password } })
  const { data: made, error } = await client.POST('/event/with-group', {
    headers: { authorization: 'Bearer ' + login?.token },
    body: {
      event: { name: 'Made by a program', start: inDays(10), end: inDays(11), timeZone: 'Europe/Berlin' },
      groups: [{ roles: [{ name: 'Speaker', max: 2 }], limitToMembers: false }],
    },
  })
  if (!made) throw new Error(JSON.stringify(error))
  const { groupId } = made
  const event: components['schemas']['EventView'] = made.event
  const eventId = event._id
  const { data: form } = await client.GET('/rsvp/form/{groupId}', { params: { path: { groupId }, query: { eventId } } })
  const email = 'ada@programs.test'
  await client.POST('/rsvp/send-verification-code', { body: { email, groupId } })
  const { response } = await client.POST('/rsvp/verify-code', { body: { email, groupId, eventId, code: await codeOf(email) } })
  const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ')
  const body: components['schemas']['RsvpAnswer'] = { groupId, eventId, name: 'Ada', email, attending: true, roles: ['Speaker'] }
  const foreign = await client.POST('/rsvp/submit', { headers: { cookie }, body })
  const answered = await client.POST('/rsvp/submit', { headers: { cookie }, params: { header: { Origin: url } }, body })
  const receipt: components['schemas']['RsvpReceipt'] | undefined = answered.data
  return { offered: form?.roles.map(({ name }) => name), refused: foreign.error?.code, roles: receipt?.rsvp.roles, taken: receipt?.roleCoverage[0]?.count }
}
`
interface Made {
  mainJob: (url: string, host: object, codeOf: (email: string) => Promise<string>) => Promise<object>
}

let server: Awaited<ReturnType<typeof startServer>>
let tools: Awaited<ReturnType<typeof openApiTools>>
beforeAll(async () => {
  ;[server, tools] = await Promise.all([startServer(), openApiTools()])
  tools.write('openapi.json', await (await fetch(`${server.url}/api/openapi.json`)).text())
  return () => server.close()
})

test('R139 the linter of others finds nothing in the document; control: it finds a call without a summary, and no license', async () => {
  const lint = async (name: string) => {
    const said = await tools.tool('redocly', ['lint', name, '--format=json'])
    const { problems } = JSON.parse(said.slice(said.indexOf('{\n'), said.lastIndexOf('\n}') + 2)) as { problems: { ruleId: string }[] }
    return problems.map(({ ruleId }) => ruleId)
  }
  expect(await lint('openapi.json')).toEqual([])
  const document = JSON.parse(await (await fetch(`${server.url}/api/openapi.json`)).text())
  delete document.paths['/rsvp/submit'].post.summary
  delete document.info.license
  tools.write('planted.json', JSON.stringify(document))
  expect((await lint('planted.json')).sort()).toEqual(['info-license', 'operation-summary'])
})

test('R139 a client made of the document compiles, and does the main job; without Origin beside the cookie it is refused', async () => {
  const mailbox = openMailbox(() => server.url)
  const host = await openSeed({ server, mailbox }).host()
  expect(await tools.tool('openapi-typescript', ['openapi.json', '--output', 'api.d.ts'])).not.toMatch(/ended with/)
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    skipLibCheck: true,
  }
  tools.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  const compile = async (text: string) => {
    tools.write('program.ts', text)
    return tools.tool('tsc', ['--project', '.'])
  }
  expect(await compile(program)).toBe('')
  const made = (await import(/* @vite-ignore */ pathToFileURL(resolve(join(tools.folder, 'program.js'))).href)) as Made
  expect(await made.mainJob(server.url, host, mailbox.code)).toEqual({
    offered: ['Speaker'],
    refused: 'page-foreign',
    roles: ['Speaker'],
    taken: 1,
  })
  expect(await compile(program.replace('attending: true', "attending: 'yes'"))).toMatch(/not assignable to type 'boolean'/)
})
