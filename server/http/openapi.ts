// The contract as an OpenAPI 3.1 document (O3), made of the same schemas that parse the calls: it can't say anything else than what holds.
import * as z from 'zod/mini'
import { RefusalBody } from '#protocol/refusal-body.ts'
import { refusalCodes, refusals } from '#protocol/refusals.ts'
import type { Route } from './route.ts'

type Json = { readonly [key: string]: unknown }
interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
}

/** As it travels: what the server fills in or trims need not be sent so. */
const schemaOf = (schema: z.ZodMiniType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest as Json & ObjectSchema
}

const refused = { $ref: '#/components/responses/Refused' }
const schemes = { bearer: [], organizerToken: [] }
/** R30, R31: who may call, as OpenAPI says it: one of these, `{}` being nobody in particular. */
const security: Readonly<Record<Route['guard']['title'], readonly Json[]>> = {
  anyone: [{}, { bearer: schemes.bearer }, { organizerToken: schemes.organizerToken }],
  organizer: [{ bearer: schemes.bearer }, { organizerToken: schemes.organizerToken }],
  account: [{ bearer: schemes.bearer }],
  operator: [{ bearer: schemes.bearer }],
}

const who: Readonly<Record<Route['guard']['title'], string>> = {
  anyone: 'For anyone',
  organizer: 'With a login or an emailed link',
  account: 'With a login',
  operator: 'For whoever runs the installation, with a login',
}

const inPath = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
/** 'GET /rsvp/form/:groupId' is getRsvpFormByGroupId. */
const idOf = ({ method, path }: Route['endpoint']) => {
  const words = path.split('/').filter(Boolean)
  return method.toLowerCase() + words.map((word) => (word.startsWith(':') ? `By${capital(word.slice(1))}` : pascal(word))).join('')
}
const pascal = (word: string) => word.split('-').map(capital).join('')

/** Which of the input's fields travel in the path, in the query and in the body. */
function inputOf({ method, path, input }: Route['endpoint']): Json {
  const { properties = {}, required = [], ...rest } = schemaOf(input)
  const named = inPath(path)
  const others = Object.entries(properties).filter(([name]) => !named.includes(name))
  const parameter = (place: 'path' | 'query') => (name: string) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name] ?? { type: 'string' },
  })
  const inQuery = method === 'GET' || method === 'DELETE'
  const idempotencyKey = method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []
  const parameters = [
    ...named.map(parameter('path')),
    ...(inQuery ? others.map(([name]) => parameter('query')(name)) : []),
    ...idempotencyKey,
  ]
  if (inQuery || others.length === 0) return { parameters }
  const needed = required.filter((name) => !named.includes(name))
  const schema = { ...rest, properties: Object.fromEntries(others), ...(needed.length > 0 && { required: needed }) }
  return { parameters, requestBody: { required: needed.length > 0, content: { 'application/json': { schema } } } }
}

function operationOf({ endpoint, guard, limit, proves }: Route): Json {
  const reply = { description: proves ? 'Done. The answer carries the cookie that proves this email.' : 'Done.' }
  return {
    operationId: idOf(endpoint),
    tags: [endpoint.path.split('/')[1]],
    summary: who[guard.title],
    ...(limit && { description: `Counted per network address, under the limit "${limit}" besides the general one.` }),
    security: security[guard.title],
    ...inputOf(endpoint),
    responses: {
      200: { ...reply, content: { 'application/json': { schema: schemaOf(endpoint.reply) } } },
      400: refused,
      401: refused,
      ...(guard.title === 'account' && { 403: refused }),
      429: refused,
      503: refused,
      default: refused,
    },
  }
}

const components = () => ({
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'The token of a login. It wins over an organizer token.' },
    organizerToken: { type: 'apiKey', in: 'header', name: 'x-organizer-token', description: 'The token of an emailed link.' },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Makes the call harmless to repeat: for 24 hours the same key gets the same answer.',
      schema: { type: 'string', pattern: '^[!-~]{1,100}$' },
    },
  },
  schemas: {
    Refusal: {
      ...schemaOf(RefusalBody),
      properties: { ...schemaOf(RefusalBody).properties, code: { type: 'string', enum: refusalCodes } },
      description: refusalCodes.map((code) => `- \`${code}\` (${refusals[code][0]}): ${refusals[code][1]}`).join('\n'),
    },
  },
  responses: {
    Refused: {
      description: 'Refused, with a sentence for people and a code for programs.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    },
  },
})

/** Makes the document of these calls. */
export function openapiOf(routes: readonly Route[]): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const path = route.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Rolecall', version: '1', description: 'Events whose groups have roles with a limited number of seats.' },
    servers: [{ url: '/api' }],
    paths,
    components: components(),
  }
}
