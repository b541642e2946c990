// The OpenAPI document says what the contract says, all of it and nothing else; each check is shown to find what is planted.
import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { refusalCodes } from '#protocol/kernel/refusals.ts'
import { routes } from '#server/app/app.ts'
import { exampled } from '#server/edge/http/api/examples.ts'
import { openapiOf } from '#server/edge/http/api/openapi.ts'
import { summarized } from '#server/edge/http/api/texts.ts'
import type { Route } from '#server/people/http/route.ts'
import { type Caller, callerOf } from '#server/people/identity/caller.ts'
import { organizerCookie } from '#server/people/identity/cookies.ts'
import { openWorld } from '../kit/world/world.ts'

type Json = ReturnType<typeof JSON.parse>
const document = (): Json => JSON.parse(JSON.stringify(openapiOf(routes)))
const methods = /^(get|put|post|delete|patch)$/

/** Every operation with its path and method. */
const operationsOf = ({ paths }: Json) =>
  Object.entries<Json>(paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => ({ path, method, operation, name: `${method.toUpperCase()} ${path}` })),
  )
const nameOf = ({ endpoint }: Route) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`

/** What is wrong with its shape, by the parts of OpenAPI 3.1 that it uses. */
function faultsOf(doc: Json): string[] {
  const faults: string[] = []
  const must = (is: unknown, fault: string) => void (is || faults.push(fault))
  must(/^3\.1\.\d$/.test(doc.openapi), 'its version')
  must(typeof doc.info?.title === 'string' && typeof doc.info?.version === 'string', 'its title')
  const ids = new Set<string>()
  for (const { path, method, operation, name } of operationsOf(doc)) {
    must(path.startsWith('/') && methods.test(method), `${name} is no path with a method`)
    must(operation.operationId && !ids.has(operation.operationId), `${name} has no id of its own`)
    ids.add(operation.operationId)
    const parameters: Json[] = operation.parameters.map((one: Json) => (one.$ref ? resolve(doc, one.$ref) : one))
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one)
    const inPath = parameters.filter((one) => one.in === 'path')
    must(JSON.stringify(inPath.map((one) => one.name)) === JSON.stringify(named), `${name} names other path parameters`)
    must(
      inPath.every((one) => one.required === true),
      `${name} has a path parameter that may be left out`,
    )
    must(
      parameters.every((one) => ['path', 'query', 'header'].includes(one.in) && one.schema),
      `${name} has a parameter without a place`,
    )
    must(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size === parameters.length, `${name} has a parameter twice`)
    must(method !== 'get' || !operation.requestBody, `${name} has a body`)
    must(operation.responses?.['200'] && operation.responses.default, `${name} lacks an answer`)
    for (const answer of Object.values<Json>(operation.responses))
      must(answer.$ref ?? (answer.description && answer.content['application/json'].schema), `${name} has an answer without a schema`)
    for (const scheme of operation.security.flatMap(Object.keys))
      must(doc.components.securitySchemes[scheme], `${name} has no scheme ${scheme}`)
  }
  return [...faults, ...refsIn(doc).flatMap((ref) => (resolve(doc, ref) === undefined ? `${ref} leads nowhere` : []))]
}
const resolve = (doc: Json, ref: string): Json =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce((part, key) => part?.[key], doc)
const refsIn = (part: Json): string[] =>
  typeof part !== 'object' || part === null
    ? []
    : Object.entries<Json>(part).flatMap(([key, value]) => (key === '$ref' ? [String(value)] : refsIn(value)))

test('O3 the document is OpenAPI 3.1, has every call exactly once, and every reference leads somewhere', () => {
  const doc = document()
  expect(faultsOf(doc)).toEqual([])
  expect(operationsOf(doc).map(({ name }) => name)).toHaveLength(routes.length)
  expect(
    operationsOf(doc)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(routes.map(nameOf).sort())
  expect(refsIn(doc).length).toBeGreaterThan(routes.length)
  expect(doc.components.schemas.Refusal.properties.code.enum).toEqual(refusalCodes)
})

test('O3 control: a missing answer, a stray reference, a path parameter that is optional or missing are found', () => {
  const planted = (change: (doc: Json) => void) => {
    const doc = document()
    change(doc)
    return faultsOf(doc)
  }
  const form = (doc: Json) => doc.paths['/rsvp/form/{groupId}'].get
  expect(planted((doc) => delete form(doc).responses['200'])).toEqual(['GET /rsvp/form/{groupId} lacks an answer'])
  expect(planted((doc) => (form(doc).responses['400'].$ref = '#/components/responses/No'))).toEqual([
    '#/components/responses/No leads nowhere',
  ])
  expect(planted((doc) => (form(doc).parameters[0].required = false))).toEqual([
    'GET /rsvp/form/{groupId} has a path parameter that may be left out',
  ])
  expect(planted((doc) => form(doc).parameters.shift())).toEqual(['GET /rsvp/form/{groupId} names other path parameters'])
  expect(planted((doc) => (form(doc).security = [{ magic: [] }]))).toEqual(['GET /rsvp/form/{groupId} has no scheme magic'])
  expect(planted((doc) => (doc.paths['/rsvp/check'].get.operationId = form(doc).operationId))).toEqual([
    'GET /rsvp/check has no id of its own',
  ])
})

interface Def {
  readonly type: string
  readonly shape?: Record<string, z.ZodMiniType>
  readonly innerType?: z.ZodMiniType
  readonly element?: z.ZodMiniType
  readonly options?: readonly z.ZodMiniType[]
  readonly in?: z.ZodMiniType
  readonly valueType?: z.ZodMiniType
}
const leaves = /^(string|number|int|boolean|literal|enum|null|undefined|unknown|any|custom|date)$/

/** The paths of all fields of a schema, found by walking the schema itself. A kind of schema it doesn't know is an error, not a gap. */
function fieldsOf(schema: z.ZodMiniType, at = ''): string[] {
  const def = schema._zod.def as unknown as Def
  const { shape, innerType, element, options, in: before, valueType } = def
  if (shape) return Object.entries(shape).flatMap(([name, field]) => [`${at}.${name}`, ...fieldsOf(field, `${at}.${name}`)])
  const within = [innerType, before, ...(options ?? [])].filter((one) => one !== undefined)
  if (within.length > 0) return within.flatMap((one) => fieldsOf(one, at))
  if (element) return fieldsOf(element, `${at}[]`)
  if (valueType) return fieldsOf(valueType, `${at}{}`)
  if (!leaves.test(def.type)) throw new Error(`${at} is of a kind this test doesn't know: ${def.type}`)
  return []
}
/** The same of a JSON schema; what stands there by its name is looked up. */
function describedIn(doc: Json, schema: Json, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (schema.$ref) return describedIn(doc, resolve(doc, schema.$ref), at)
  const { properties = {}, items, additionalProperties } = schema
  return [
    ...Object.entries<Json>(properties).flatMap(([name, field]) => [`${at}.${name}`, ...describedIn(doc, field, `${at}.${name}`)]),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] ?? []).flatMap((one: Json) => describedIn(doc, one, at))),
    ...describedIn(doc, items, `${at}[]`),
    ...describedIn(doc, additionalProperties, `${at}{}`),
  ]
}
const distinct = (paths: readonly string[]) => [...new Set(paths)].sort()

/** What an operation tells of the input, wherever it travels. */
const inputIn = (doc: Json, operation: Json) => [
  ...operation.parameters.flatMap((one: Json) => (one.$ref ? [] : [`.${one.name}`, ...describedIn(doc, one.schema, `.${one.name}`)])),
  ...describedIn(doc, operation.requestBody?.content['application/json']?.schema),
  ...(operation.requestBody?.content['image/png'] ? ['.bytes'] : []), // R224: the body itself
]
const undescribed = (doc: Json) =>
  routes.flatMap((route) => {
    const operation = operationsOf(doc).find(({ name }) => name === nameOf(route))?.operation
    const pairs = [
      ['input', fieldsOf(route.endpoint.input), inputIn(doc, operation)],
      ['reply', fieldsOf(route.endpoint.reply), describedIn(doc, operation.responses['200'].content['application/json'].schema)],
    ] as const
    return pairs.flatMap(([what, real, documented]) =>
      JSON.stringify(distinct(real)) === JSON.stringify(distinct(documented)) ? [] : `${nameOf(route)}: ${what}`,
    )
  })

test('O3 every field of every call, sent and answered, is in the document, and no other; control: a lost one is found', () => {
  const doc = document()
  expect(undescribed(doc)).toEqual([])
  const fields = routes.flatMap(({ endpoint }) => [...fieldsOf(endpoint.input), ...fieldsOf(endpoint.reply)])
  expect(fields.length).toBeGreaterThan(1_000)
  expect(fields).toContain('.roles[].name')
  delete doc.components.schemas.RsvpAnswer.properties.roles.items.anyOf[1].properties.name
  delete doc.components.schemas.GroupPage.properties.nextCursor
  expect(undescribed(doc).sort()).toEqual(['GET /group/{id}: reply', 'POST /rsvp/submit: input'])
})

test('O3 what must be sent and who may call are told as they are enforced', async () => {
  const doc = document()
  const submit = doc.paths['/rsvp/submit'].post
  expect(submit.requestBody.content['application/json'].schema).toEqual({
    anyOf: ['RsvpAnswer', 'SeveralAnswers'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  })
  expect(doc.components.schemas.RsvpAnswer.required.sort()).toEqual(['attending', 'email', 'groupId', 'name'])
  expect(submit.parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }, { $ref: '#/components/parameters/Origin' }])
  const titles = {
    anyone: [{}, { bearer: [] }, { organizerToken: [] }, { organizerCookie: [] }],
    organizer: [{ bearer: [] }, { organizerToken: [] }, { organizerCookie: [] }],
    account: [{ bearer: [] }],
    operator: [{ bearer: [] }],
  }
  for (const route of routes)
    expect([nameOf(route), operationsOf(doc).find(({ name }) => name === nameOf(route))?.operation.security]).toEqual([
      nameOf(route),
      [...titles[route.guard.title], ...(route.readsProof ? [{ guestProof: [] }] : [])],
    ])
})

test('R139 each call has a summary of its own and each kind of them a text, the schemas have names, and there is a license', () => {
  const doc = document()
  const names = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect([...summarized].sort()).toEqual(names.sort())
  const summaries = operationsOf(doc).map(({ operation }) => operation.summary)
  expect(new Set(summaries).size).toBe(summaries.length)
  const word = /\p{L}{3}/u
  expect(summaries.filter((one) => !word.test(one))).toEqual([])
  for (const { operation } of operationsOf(doc))
    expect(doc.tags).toContainEqual({ name: operation.tags[0], description: expect.stringMatching(word) })
  expect(Object.keys(doc.components.schemas)).toEqual(
    expect.arrayContaining(['EventView', 'GroupView', 'OwnRsvp', 'RsvpAnswer', 'RsvpReceipt']),
  )
  const unused = Object.keys(doc.components.schemas).filter((name) => !refsIn(doc).includes(`#/components/schemas/${name}`))
  expect(unused).toEqual([])
  expect(doc.info.license).toEqual({ name: 'MIT', identifier: 'MIT' })
})

/** What it takes to log in, to make an event, and to answer it. */
const mainJob = ['/auth/login', '/event/with-group', '/rsvp/send-verification-code', '/rsvp/verify-code', '/rsvp/submit']

test('R139 the main job has examples, which are such as the server takes', () => {
  const sent = operationsOf(document()).flatMap(({ name, operation }) => {
    const example = operation.requestBody?.content['application/json']?.examples?.usual.value
    return example ? [{ name, example }] : []
  })
  expect(sent.map(({ name }) => name).sort()).toEqual([...exampled].sort())
  expect(mainJob.filter((path) => !exampled.includes(`POST ${path}`))).toEqual([])
  for (const { name, example } of sent)
    expect(routes.find((route) => nameOf(route) === name)?.endpoint.input.safeParse(example)).toMatchObject({ success: true })
})

test('R139 the calls that the cookie of a guest opens are those that say so, and they want Origin beside it', async () => {
  const world = await openWorld()
  const proofRead = new Error('the proof was read')
  const caller = {
    user: undefined,
    token: undefined,
    via: 'nobody',
    address: '1.2.3.4',
    proven() {
      throw proofRead
    },
    provenUntil: () => undefined,
    provenEpoch: () => undefined,
  }
  const [groupId, id] = ['a'.repeat(24), 'b'.repeat(24)]
  const fields = { groupId, eventId: id, email: 'a@b.test', name: 'Ada', attending: true, roles: [], role: id, accept: true }
  const readers: string[] = []
  for (const route of routes.filter(({ guard }) => guard.title === 'anyone')) {
    const shape = (route.endpoint.input as unknown as { shape?: object }).shape ?? {}
    const input = Object.fromEntries(Object.entries(fields).filter(([name]) => name in shape))
    const run = async () => route.run(world.services, input, caller as unknown as Caller)
    if ((await run().catch((error: unknown) => error)) === proofRead) readers.push(nameOf(route))
  }
  expect(readers.length).toBeGreaterThan(4)
  expect(routes.filter(({ readsProof }) => readsProof).map(nameOf)).toEqual(expect.arrayContaining(readers))
  const reading = operationsOf(document()).filter(({ operation }) => operation.security.some((one: Json) => one.guestProof))
  expect(reading.length).toBeGreaterThan(6)
  for (const { name, method, operation } of reading)
    expect([name, refsIn(operation.parameters).includes('#/components/parameters/Origin')]).toEqual([name, method !== 'get'])
})

test('R139 R127 the calls that the cookie of an organizer opens are those that say so, with Origin beside it, and those that set it say that', async () => {
  const world = await openWorld()
  const { organizerToken } = await world.opened((await world.person('olivia')).email)
  const caller = await callerOf(world.services, { kept: organizerToken, proof: () => undefined, address: '1.2.3.4' })
  expect(caller.via).toBe('organizer')
  const lets = ({ guard }: Route) => {
    try {
      return guard.pass(caller).via === 'organizer'
    } catch {
      return false
    }
  }
  const doc = document()
  expect(doc.components.securitySchemes.organizerCookie.name).toBe(organizerCookie(world.services.publicUrl))
  const said = new Map(operationsOf(doc).map((one) => [one.name, one]))
  for (const route of routes) {
    const { method, operation }: Json = said.get(nameOf(route))
    const isSaid = operation.security.some((one: Json) => one.organizerCookie)
    const wantsOrigin = refsIn(operation.parameters).includes('#/components/parameters/Origin')
    expect([nameOf(route), isSaid, wantsOrigin]).toEqual([nameOf(route), lets(route), lets(route) && method !== 'get'])
    const set: string = operation.responses['200'].headers?.['Set-Cookie']?.description ?? ''
    expect([nameOf(route), set.includes('proves'), set.includes('rolecall_organizer')]).toEqual([
      nameOf(route),
      route.proves !== undefined,
      route.keepsSession,
    ])
  }
})

test('O3 it is served with a page; browsers keep both and ask whether they still hold', async () => {
  const world = await openWorld()
  const files = {
    '/api/openapi.json': 'application/json',
    '/api/docs': 'text/html; charset=utf-8',
    '/api/docs/open.js': 'text/javascript; charset=utf-8',
    '/api/docs/swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
    '/api/docs/swagger-ui.css': 'text/css; charset=utf-8',
  }
  for (const [path, type] of Object.entries(files)) {
    const first = await world.app.request(path, { headers: { 'accept-encoding': 'gzip, br' } })
    const [etag, packed] = [first.headers.get('etag') ?? '', (await first.arrayBuffer()).byteLength]
    expect([path, first.status, first.headers.get('content-type'), first.headers.get('content-encoding')]).toEqual([
      path,
      200,
      type,
      'gzip',
    ])
    expect([first.headers.get('cache-control'), first.headers.get('vary')]).toEqual(['no-cache', 'accept-encoding'])
    expect(first.headers.get('content-security-policy')).toMatch(/script-src 'self';/)
    const again = await world.app.request(path, { headers: { 'if-none-match': `W/${etag}` } })
    expect([again.status, (await again.text()).length]).toEqual([304, 0])
    const plain = await world.app.request(path, { headers: { 'if-none-match': '"another"' } })
    expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null])
    expect((await plain.arrayBuffer()).byteLength).toBeGreaterThan(packed - 30) // nothing is won on the smallest
  }
  expect(await (await world.app.request('/api/docs')).text()).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|\son\w+=/i)
  expect(await (await world.app.request('/api/openapi.json')).json()).toEqual(document())
})
