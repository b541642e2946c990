// Runs the table of rights against the product: every call and room, by every kind of caller, on everybody's things. Returns what doesn't hold.
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { type RefusalCode, refusals } from '#protocol/kernel/refusals.ts'
import type { Route } from '#server/people/http/route.ts'
import type { Client } from '../world/client.ts'
import { fromOwnPage } from '../world/own-page.ts'
import { withoutTokens } from '../world/tokens.ts'
import type { Answer, As } from '../world/world.ts'
import { strangeAddresses } from './addresses.ts'
import { type CallerName, type Cast, callerNames, homeOf, nothing, type Shown, type TenantName, tenantNames } from './rights-cast.ts'
import { rooms } from './rights-rooms.ts'
import { dead, links, type Outcome, passes, type Row, signedOut } from './rights-rows.ts'
import { calls } from './rights-table.ts'

/** What the table says of one cell. Whoever brings a dead token is nobody where nobody is needed (R71), and refused everywhere else. */
function expected(
  row: Pick<Row, 'outcomes' | 'rest'> & { guard?: Row['guard']; isForHelpers?: true },
  on: TenantName,
  caller: CallerName,
): Outcome {
  if (row.guard === 'operator' && caller !== 'operator') return row.rest
  const isListed = Object.values(row.outcomes).some((who) => (who as Record<string, readonly string[]>)[on]?.includes(caller))
  if (dead.includes(caller) && !isListed)
    return (row.guard ?? (row.rest === 'public' ? 'anyone' : 'other')) === 'anyone' ? expected(row, on, 'nobody') : 'token-invalid'
  if (row.guard && row.guard !== 'anyone' && signedOut.includes(caller) && !(row.isForHelpers && passes.includes(caller)))
    return 'sign-in-needed'
  if (row.guard === 'account' && links.includes(caller)) return 'account-needed'
  const found = Object.entries(row.outcomes).find(([, who]) => (who as Record<string, readonly string[]>)[on]?.includes(caller))
  return (found?.[0] ?? row.rest) as Outcome
}
const isLetIn = (outcome: Outcome) => ['full', 'all', 'named', 'own', 'public'].includes(outcome)
/** Whose canaries an answer may carry. */
const shownTo = (outcome: Outcome, on: TenantName, caller: CallerName): Shown[] =>
  outcome === 'all'
    ? tenantNames.map((one) => `${one} accounts` as const)
    : outcome === 'full'
      ? [on, homeOf[caller]]
      : outcome === 'named'
        ? [`${on} names`]
        : outcome === 'own'
          ? [homeOf[caller]]
          : []

export const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`
/** Calls without a row, and rows without a call. */
export function unmatched(routes: readonly Route[], table: object, roomKinds: readonly string[], roomTable: object): string[] {
  const [asked, known] = [Object.keys(table).map((key) => key.split(' · ')[0] ?? ''), routes.map(({ endpoint }) => keyOf(endpoint))]
  const [askedRooms, knownRooms] = [Object.keys(roomTable), [...roomKinds]]
  const lacking = (all: string[], of: string[]) => all.filter((one) => !of.includes(one))
  return [...lacking(known, asked), ...lacking(asked, known), ...lacking(knownRooms, askedRooms), ...lacking(askedRooms, knownRooms)]
}

export interface Ground {
  readonly cast: Cast
  readonly call: Client['call']
  readonly digest: () => string
  readonly rewind: () => Promise<void>
}
interface Report {
  cells: number
  denied: number
  /** How often the same was asked of something that isn't there, to compare. */
  missing: number
  swaps: number
  readonly findings: string[]
}

const said = ({ status, body }: Answer) => (status === 200 ? '200' : `${status} ${body.code}: ${body.error}`)
/** All of an answer, its headers too, but the id and the day of this one request. */
const looks = ({ status, body, headers }: Answer) => {
  const kept = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
  return JSON.stringify([status, { ...body, requestId: undefined }, kept])
}
/** How two answers differ, if they do. */
const difference = (one: Answer, other: Answer) =>
  looks(one) === looks(other) ? [] : [said(one) === said(other) ? `${looks(one)}, ${looks(other)}` : `${said(one)}, ${said(other)}`]
const isRight = ({ status, body }: Answer, outcome: Outcome) =>
  isLetIn(outcome) ? status === 200 : status === refusals[outcome as RefusalCode][0] && body.code === outcome

/** Asks, and puts the store back. Says whether anything was changed, and what was shown that is not for `as`. */
async function ask({ cast, call, digest, rewind }: Ground, endpoint: Endpoint, input: object, as: As, shown: readonly Shown[]) {
  const before = digest()
  const answer = await call(endpoint, input as never, as)
  // R15a: every try of a code is written down.
  const isChanged = digest() !== before && answer.body.code !== 'code-wrong'
  await rewind()
  const faults = digest() === before ? [] : ['the store was not put back']
  const text = JSON.stringify([answer.body, [...answer.headers]])
  return { answer, isChanged, faults: [...faults, ...cast.leaksTo(as, shown, text).map((word) => `shows ${word}`)] }
}

/** `input` with every id in it that `isMeant` replaced. */
const withIds = (input: object, replace: (id: string, place: number) => string): object => {
  let place = 0
  return JSON.parse(JSON.stringify(input), (_, value: unknown) =>
    typeof value === 'string' && /^[0-9a-f]{24}$/.test(value) ? replace(value, place++) : value,
  )
}
const noIds = (input: object) => withIds(input, () => nothing)

/** Every cell of one call. A refusal changes nothing, shows nothing, and is the one that something that isn't there gets. */
async function runRow(ground: Ground, key: string, row: Row, endpoint: Endpoint, report: Report) {
  const { tenants, callers } = ground.cast
  for (const on of row.on) {
    for (const name of callerNames) {
      const [outcome, as, input] = [expected(row, on, name), callers[name] ?? {}, row.input(tenants[on])]
      const { answer, isChanged, faults } = await ask(ground, endpoint, input, as, shownTo(outcome, on, name))
      report.cells++
      const strange = strangeAddresses(outcome, on, name, as, input, answer).map((email) => `reads the address ${email}`)
      const problems = [...faults, ...strange, ...(isRight(answer, outcome) ? [] : [`is answered ${said(answer)}, not ${outcome}`])]
      if (outcome === 'public' && !key.includes('tier-limits') && /tier/i.test(withoutTokens(answer.body))) problems.push('tells a plan')
      if (!isLetIn(outcome)) {
        report.denied++
        if (isChanged) problems.push('is refused and changes the store')
        if (outcome === row.rest) {
          const none = await ask(ground, endpoint, noIds(input), as, [])
          report.missing++
          problems.push(...difference(answer, none.answer).map((one) => `sees a difference to nothing: ${one}`))
        }
      }
      report.findings.push(...problems.map((problem) => `${key} on ${on} by ${name} ${problem}`))
    }
    await runSwaps(ground, key, row, endpoint, on, report)
  }
}

/** For who may: every single id in the call swapped for another tenant's is refused, as if there were no such thing. */
async function runSwaps(ground: Ground, key: string, row: Row, endpoint: Endpoint, on: TenantName, report: Report) {
  const { tenants, callers } = ground.cast
  const foreign = new Map(Object.entries(tenants[on]).map(([kind, id]) => [id, tenants.other[kind as keyof typeof tenants.other]]))
  const may = (row.outcomes.full as Record<string, readonly string[]> | undefined)?.[on] ?? []
  const input = row.input(tenants[on])
  let count = 0
  withIds(input, (id) => String(count++) && id)
  for (const name of may)
    for (let nth = 0; nth < count; nth++) {
      const as = callers[name] ?? {}
      const swapped = (to: (id: string) => string) => withIds(input, (id, place) => (place === nth ? to(id) : id))
      const other = await ask(
        ground,
        endpoint,
        swapped((id) => foreign.get(id) ?? nothing),
        as,
        [on, homeOf[name]],
      )
      const none = await ask(
        ground,
        endpoint,
        swapped(() => nothing),
        as,
        [on, homeOf[name]],
      )
      report.swaps++
      const problems = [...other.faults]
      const isOpen = row.rest === 'public'
      if (other.answer.status === 200 && !isOpen) problems.push('is let in')
      if (other.isChanged) problems.push('changes the store')
      if (!isOpen) problems.push(...difference(other.answer, none.answer).map((one) => `sees a difference: ${one}`))
      report.findings.push(...problems.map((problem) => `${key} on ${on} by ${name} with another's id in place ${nth} ${problem}`))
    }
}

/** Runs the calls of `routes`; `only` narrows them to some rows. */
export async function runCalls(ground: Ground, routes: readonly Route[], only: (key: string) => boolean = () => true): Promise<Report> {
  const report: Report = { cells: 0, denied: 0, missing: 0, swaps: 0, findings: [] }
  for (const [key, row] of Object.entries(calls).filter(([one]) => only(one))) {
    const route = routes.find(({ endpoint }) => keyOf(endpoint) === key.split(' · ')[0])
    if (route) await runRow(ground, key, row, route.endpoint, report)
  }
  return report
}

/**
 * Every caller's socket asks for every room; `happens` then makes something of every tenant's known, last a form, which is anybody's, and nobody is told
 * what is not theirs.
 */
export async function runRooms(
  { world, tenants, callers, leaksTo }: Cast,
  happens: () => Promise<{ readonly _id: string; readonly rev: number }>,
): Promise<Report> {
  const report: Report = { cells: 0, denied: 0, missing: 0, swaps: 0, findings: [] }
  const watchers = []
  for (const name of callerNames) {
    const as = callers[name] ?? {}
    const auth = { ...(as.token && { token: as.token }), ...(as.organizerToken && { organizerToken: as.organizerToken }) }
    const socket = await world.socket(auth, as.cookie === undefined ? {} : fromOwnPage(as.cookie))
    const shown: Shown[] = []
    for (const [kind, row] of Object.entries(rooms))
      for (const on of row.on) {
        const outcome = expected(row, on, name)
        const [reply, none] = [
          await socket.watch(row.room(tenants[on])),
          await socket.watch(row.room(tenants[on]).replaceAll(/[0-9a-f]{24}/g, nothing)),
        ]
        report.cells++
        const strange = strangeAddresses(outcome, on, name, as, {}, { body: reply }).map((email) => `reads the address ${email}`)
        const problems = [...leaksTo(as, shownTo(outcome, on, name), JSON.stringify(reply)).map((word) => `is shown ${word}`), ...strange]
        if (outcome === 'full') shown.push(on)
        if (outcome === 'named') shown.push(`${on} names`)
        if (isLetIn(outcome) !== 'view' in reply || ('code' in reply && reply.code !== outcome))
          problems.push(`gets ${JSON.stringify(reply).slice(0, 100)}, not ${outcome}`)
        if (!isLetIn(outcome)) report.denied++
        if (outcome === row.rest && !isLetIn(outcome)) report.missing++
        if (outcome === row.rest && !isLetIn(outcome) && JSON.stringify(none) !== JSON.stringify(reply))
          problems.push('sees a difference to nothing')
        report.findings.push(...problems.map((problem) => `${kind} of ${on} by ${name} ${problem}`))
      }
    watchers.push({ name, as, socket, shown })
  }
  const last = await happens()
  for (const { name, as, socket, shown } of watchers) {
    await socket.hears(({ name: heard, view }) => heard === 'form' && view._id === last._id && view.rev >= last.rev)
    const leaks = leaksTo(as, shown, JSON.stringify(socket.heard)).map((word) => `${name} is told ${word}`)
    const strange =
      shown.length > 0
        ? []
        : socket.heard.filter(({ name: heard }) => heard !== 'form' && heard !== 'event').map((one) => `${name} hears ${one.name}`)
    report.findings.push(...leaks, ...strange)
  }
  return report
}
