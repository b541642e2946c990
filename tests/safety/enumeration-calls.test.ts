// Every call of the route table that takes an email, by everyone it lets in: it answers alike whether somebody with that email has an account (R34).
import { expect, onTestFinished, test } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { defaultTheme } from '#protocol/seats/theme/theme.ts'
import { routes } from '#server/app/app.ts'
import { rewindable } from '../kit/hostile/rewind.ts'
import { keyOf } from '../kit/rights/rights.ts'
import { openCast } from '../kit/rights/rights-cast.ts'
import { calls } from '../kit/rights/rights-table.ts'
import { namesPeople, tellOnPurpose } from '../kit/rights/surfaces.ts'
import { type Answer, freshStore, openWorld } from '../kit/world/world.ts'

/** Of one length, and alike where they are masked. The first two have an account; the second hasn't proven it. */
const people = { known: 'sokate@people.test', pending: 'sopete@people.test', nobody: 'sonora@people.test' }
const callers = ['nobody', 'inviteeHere', 'linkFree', 'stranger', 'creatorFree', 'creatorTeam', 'owner', 'admin', 'member', 'grantee']

async function setUp() {
  const { store, rewind } = rewindable(await freshStore())
  onTestFinished(() => store.close())
  const world = await openWorld({ store })
  const cast = await openCast(world)
  await world.person('sokate')
  await world.ok(accessApi.signUp, { email: people.pending, username: 'sopete_user', password: 'password of sopete' })
  rewind.forget()
  return { world, cast, rewind }
}

/** `input` with this email wherever there is one, and who is called like the part before it. */
const asking = (input: object, email: string): object =>
  JSON.parse(JSON.stringify(input), (_, value: unknown) => (typeof value === 'string' && /^[^@\s]+@[^@\s]+$/.test(value) ? email : value))

/** R85: a theme that is its event's id's own changes with the id; any other stands. */
const withoutOwnTheme = (_: string, value: unknown): unknown => {
  const { _id, theme } = (value ?? {}) as { _id?: unknown; theme?: unknown }
  return typeof _id === 'string' && theme === defaultTheme(_id) ? { ...(value as object), theme: 'of the id' } : value
}

/** All of an answer but what is of this request alone. */
const looks = ({ status, body, headers }: Answer) =>
  JSON.stringify([status, body, [...headers].filter(([name]) => !/^(x-request-id|date|content-length)$/.test(name))], withoutOwnTheme)
    .replace(/"requestId":"[^"]*"/, '')
    .replace(/sokate|sopete|sonora/g, 'some')
    .replace(/\b[0-9a-f]{24}\b|(?<=\/e\/)\w{8}\b/g, 'id')
    .replace(/(rolecall_\w+=)([^;"]*)/g, (_, cookie: string, value: string) => `${cookie}${value.length} characters`)

type Setting = Awaited<ReturnType<typeof setUp>>
/** Asks every call for each of the people; gives how answers differ, and how many were compared. `spoil` is for the control. */
async function compare({ world, cast, rewind }: Setting, keys: readonly string[], spoil = (text: string, _email: string) => text) {
  const found: string[] = []
  let compared = 0
  for (const { endpoint } of routes.filter((one) => keys.includes(keyOf(one.endpoint))))
    for (const [title, row] of Object.entries(calls).filter(([one]) => one.split(' · ')[0] === keyOf(endpoint)))
      for (const on of row.on)
        for (const name of callers) {
          const answers: string[] = []
          for (const email of Object.values(people)) {
            const answer = await world.call(endpoint, asking(row.input(cast.tenants[on]), email), cast.callers[name])
            answers.push(spoil(looks(answer), email))
            await rewind()
          }
          compared++
          if (new Set(answers).size > 1) found.push(`${title} on ${on} by ${name}: ${[...new Set(answers)].join(' or ').slice(0, 400)}`)
        }
  return { found, compared }
}

const keys = routes.filter(({ endpoint }) => namesPeople(endpoint)).map(({ endpoint }) => keyOf(endpoint))

test('R34 no call that takes an email tells whether somebody has an account with it', { timeout: 240_000 }, async () => {
  const { found, compared } = await compare(
    await setUp(),
    keys.filter((key) => !Object.hasOwn(tellOnPurpose, key)),
  )
  expect(found).toEqual([])
  expect(compared).toBeGreaterThan(200)
})

test('R34 control: a call that tells it in one word is found', async () => {
  const leak = (text: string, email: string) => (email === people.nobody ? text.replace('status', 'none') : text)
  const { found, compared } = await compare(await setUp(), ['POST /auth/login'], (text, email) => leak(`status ${text}`, email))
  expect(found).toHaveLength(compared)
})
