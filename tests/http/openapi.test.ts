// The OpenAPI document says what the contract says, all of it and nothing else; each check is shown to find what is planted.
import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { refusalCodes } from '#protocol/refusals.ts'
import { routes } from '#server/app.ts'
import { openapiOf } from '#server/http/openapi.ts'
import type { Route } from '#server/http/route.ts'
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
/** The same of a JSON schema. */
function describedIn(schema: Json, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, items, additionalProperties } = schema
  return [
    ...Object.entries<Json>(properties).flatMap(([name, field]) => [`${at}.${name}`, ...describedIn(field, `${at}.${name}`)]),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] ?? []).flatMap((one: Json) => describedIn(one, at))),
    ...describedIn(items, `${at}[]`),
    ...describedIn(additionalProperties, `${at}{}`),
  ]
}
const distinct = (paths: readonly string[]) => [...new Set(paths)].sort()

/** What an operation tells of the input, wherever it travels. */
const inputIn = (operation: Json) => [
  ...operation.parameters.flatMap((one: Json) => (one.$ref ? [] : [`.${one.name}`, ...describedIn(one.schema, `.${one.name}`)])),
  ...describedIn(operation.requestBody?.content['application/json'].schema),
]
const undescribed = (doc: Json) =>
  routes.flatMap((route) => {
    const operation = operationsOf(doc).find(({ name }) => name === nameOf(route))?.operation
    const pairs = [
      ['input', fieldsOf(route.endpoint.input), inputIn(operation)],
      ['reply', fieldsOf(route.endpoint.reply), describedIn(operation.responses['200'].content['application/json'].schema)],
    ] as const
    return pairs.flatMap(([what, real, told]) =>
      JSON.stringify(distinct(real)) === JSON.stringify(distinct(told)) ? [] : `${nameOf(route)}: ${what}`,
    )
  })

test('O3 every field of every call, sent and answered, is in the document, and no other; control: a lost one is found', () => {
  const doc = document()
  expect(undescribed(doc)).toEqual([])
  const fields = routes.flatMap(({ endpoint }) => [...fieldsOf(endpoint.input), ...fieldsOf(endpoint.reply)])
  expect(fields.length).toBeGreaterThan(1_000)
  expect(fields).toContain('.roles[].name')
  delete doc.paths['/rsvp/submit'].post.requestBody.content['application/json'].schema.properties.roles.items.anyOf[1].properties.name
  delete doc.paths['/group/{id}'].get.responses['200'].content['application/json'].schema.properties[
    Object.keys(doc.paths['/group/{id}'].get.responses['200'].content['application/json'].schema.properties)[0] ?? ''
  ]
  expect(undescribed(doc).sort()).toEqual(['GET /group/{id}: reply', 'POST /rsvp/submit: input'])
})

test('O3 what must be sent and who may call are told as they are enforced', async () => {
  const doc = document()
  const submit = doc.paths['/rsvp/submit'].post
  expect(submit.requestBody.content['application/json'].schema.required.sort()).toEqual(['attending', 'email', 'groupId', 'name'])
  expect(submit.parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }])
  const titles = {
    anyone: [{}, { bearer: [] }, { organizerToken: [] }],
    organizer: [{ bearer: [] }, { organizerToken: [] }],
    account: [{ bearer: [] }],
    operator: [{ bearer: [] }],
  }
  for (const route of routes)
    expect([nameOf(route), operationsOf(doc).find(({ name }) => name === nameOf(route))?.operation.security]).toEqual([
      nameOf(route),
      titles[route.guard.title],
    ])
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
