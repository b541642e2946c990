// One call sent while one of its steps goes wrong, then sent again as a client does that got no answer: what was promised, held against the store.
import { isDeepStrictEqual } from 'node:util'
import { members, orgs } from '#server/people/model/org.ts'
import { groups } from '#server/seats/model/group.ts'
import { isConfirmed, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { codeOf } from '../world/client.ts'
import { testClock } from '../world/clock.ts'
import { type Ground, type Guard, type Ledger, openLedger, openProcess, type Plan, plansOf } from './injected.ts'
import type { WritingCall } from './injected-calls.ts'

type Send = Awaited<ReturnType<WritingCall['open']>>

/** What a client is told when a step goes wrong; a conflict is nobody's business but ours. */
const toldOf = { conflict: 'ok', unavailable: 'store-unavailable', bug: 'internal', crash: 'crashed' } as const

/** Seats of a role that a guest has, or has declined, with those who come along. */
const seatsHeld = ({ attending, roleIds, declinedRoleIds, companions = [] }: Rsvp, roleId: string) =>
  Number((attending === false ? declinedRoleIds : roleIds).includes(roleId)) +
  (attending ? companions.filter((one) => (one.roleIds ?? roleIds).includes(roleId)).length : 0)

/** Says where the counts kept in a record are not those of the records counted. */
export function miscounts({ all }: Ledger): string[] {
  const standings = {
    confirmedAndYes: (rsvp: Rsvp, isSure: boolean) => rsvp.attending === true && isSure,
    yesNotConfirmed: (rsvp: Rsvp, isSure: boolean) => rsvp.attending === true && !isSure,
    assignedNoResponse: (rsvp: Rsvp) => rsvp.attending === null,
    declined: (rsvp: Rsvp) => rsvp.attending === false,
  }
  const ofGroups = all(groups).flatMap((group) =>
    group.roles.flatMap(({ _id, name, counts }) => {
      const here = all(rsvps).filter((rsvp) => rsvp.groupId === group._id)
      const counted = Object.fromEntries(
        Object.entries(standings).map(([key, is]) => [
          key,
          here.filter((rsvp) => is(rsvp, isConfirmed(rsvp, group))).reduce((sum, rsvp) => sum + seatsHeld(rsvp, _id), 0),
        ]),
      )
      return isDeepStrictEqual(counted, { ...counts }) ? [] : [`${name}: ${JSON.stringify({ counts, counted })}`]
    }),
  )
  const ofOrgs = all(orgs).filter((org) => {
    const here = all(members).filter(({ orgId }) => orgId === org._id)
    return org.memberCount !== here.length || org.invitedCount !== here.filter(({ status }) => status === 'invited').length
  })
  return [...ofGroups, ...ofOrgs.map(({ name }) => `members of ${name}`)]
}

/** What there is more than at `start`, and what the call is about. */
function stateOf(ledger: Ledger, start: Record<string, number>, { shows }: WritingCall) {
  const more = Object.entries(ledger.census()).map(([name, count]) => [name, count - (start[name] ?? 0)] as const)
  return { adds: Object.fromEntries(more.filter(([, count]) => count !== 0)), shows: shows?.read(ledger) }
}

interface Trial {
  readonly call: WritingCall
  readonly send: Send
  readonly ground: Ground
  readonly ledger: Ledger
  readonly guard: Guard | undefined
}

/** Sends it with one step going wrong, ends the process once it has answered, and sends it again. Gives what is not as promised. */
async function tryOnce({ call, send, ground, ledger, guard }: Trial, plan: Plan | undefined) {
  const [start, findings]: [Record<string, number>, string[]] = [ledger.census(), []]
  const wanted = { before: { adds: {}, shows: call.shows?.before }, after: { adds: call.adds, shows: call.shows?.after } }
  const check = (when: string, expected: readonly object[]) => {
    const state = stateOf(ledger, start, call)
    if (!expected.some((one) => isDeepStrictEqual(one, state))) findings.push(`${when}: ${JSON.stringify(state)}`)
    findings.push(...miscounts(ledger).map((fault) => `${when}: ${fault}`))
  }
  const first = await openProcess(ground, plan, guard)
  const answered = await Promise.race([send(first.world), first.crashed])
  const code = answered === 'crashed' ? answered : codeOf(answered)
  const steps = [...first.taken]
  const step = plan && steps[plan.nth - 1]
  if (plan && step !== plan.step) findings.push('another step than before')
  if (code !== (plan ? toldOf[plan.failure] : 'ok')) findings.push(`told ${code}`)
  const survives = code !== 'ok' && code !== 'crashed'
  if (!survives) first.die() // with the answer on its way at the latest
  if (code === 'ok') check('acknowledged', [wanted.after])
  else if (!call.inSteps) check(`told ${code}`, [wanted.before, wanted.after])
  const second = survives ? first : await openProcess(ground, undefined, guard)
  const repeated = await send(second.world)
  if (codeOf(repeated) !== 'ok' && codeOf(repeated) !== call.again) findings.push(`repeated: ${codeOf(repeated)}`)
  const isKeyed = 'keptReplies' in call.adds
  if (isKeyed && code === 'ok' && answered !== 'crashed' && !isDeepStrictEqual(repeated.body, answered.body))
    findings.push('another answer')
  check('in the end', [wanted.after])
  return { steps, findings: findings.map((one) => `${plan ? `${plan.failure} at ${plan.step} ${plan.nth}` : 'nothing wrong'}, ${one}`) }
}

/** Tries a call with each of its steps going wrong in each way. With a `guard` between the product's code and the store, until it is found. */
export async function tryEverywhere(call: WritingCall, guard?: Guard) {
  const [ledger, clock] = [await openLedger(), testClock()]
  const ground = { store: ledger.store, clock }
  const send = await call.open((await openProcess(ground)).world)
  ledger.rewind.forget()
  const trial = { call, send, ground, ledger, guard }
  const sound = await tryOnce(trial, undefined)
  // A guard between the product and the store shows where something is written.
  const plans = plansOf(sound.steps).filter(({ step }) => !guard || step.startsWith('commit'))
  const findings = [...sound.findings]
  for (const plan of plans) {
    if (guard && findings.length > 0) break
    await ledger.rewind()
    findings.push(...(await tryOnce(trial, plan)).findings)
  }
  return { runs: 1 + plans.length, steps: sound.steps, findings }
}
