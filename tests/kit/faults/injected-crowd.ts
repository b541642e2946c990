// Guests who ask for a few seats at once, in one batch, while one step goes wrong; whoever got no answer asks again.
import { groups, taken } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { codeOf } from '../world/client.ts'
import { testClock } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { type Guard, openLedger, openProcess, type Plan, type Step } from './injected.ts'
import { miscounts } from './injected-retry.ts'

const [guests, seats] = [10, 3]

/** A stage with one scarce role; gives what plays it once, with or without a step going wrong. */
export async function openCrowd(guard?: Guard) {
  const [ledger, clock] = [await openLedger(), testClock()]
  const ground = { store: ledger.store, clock }
  const { world } = await openProcess(ground)
  const { groupId } = await world.event(await world.person('ada'), [{ name: 'Guest', max: seats }])
  const crowd = world.crowd(guests, groupId)
  const letters = ledger.census().emails ?? 0
  ledger.rewind.forget()
  const ask = (to: World, nth: number) => to.answer(groupId, crowd[nth] ?? world.proven('', groupId), ['Guest'])
  const everyone = crowd.map((_, nth) => nth)

  /** What is not as promised. `told` is what each guest was told in the end. */
  function faultsOf(codes: readonly string[]): string[] {
    const yes = everyone.filter((nth) => codes[nth] === 'ok').map((nth) => crowd[nth]?.email)
    const kept = ledger.all(rsvps).map(({ email }) => email)
    const filled = ledger.all(groups).flatMap(({ roles }) => roles.map(taken))
    const mailed = (ledger.census().emails ?? 0) - letters
    return [
      ...(yes.length === seats && filled[0] === seats ? [] : [`${yes.length} told yes, ${filled[0]} seats taken`]),
      ...(kept.length === seats && yes.every((email) => email && kept.includes(email))
        ? []
        : [`acknowledged ${yes.join()}, kept ${kept.join()}`]),
      ...(mailed === seats ? [] : [`${mailed} emails`]),
      ...(codes.filter((code) => code === 'role-full').length === guests - seats ? [] : [`told ${codes.join()}`]),
      ...miscounts(ledger),
    ]
  }

  async function play(plan?: Plan): Promise<{ steps: readonly Step[]; findings: string[] }> {
    const first = await openProcess(ground, plan, guard)
    const codes = await Promise.all(everyone.map((nth) => Promise.race([ask(first.world, nth).then(codeOf), first.crashed])))
    const steps = [...first.taken]
    const second = codes.includes('crashed') ? await openProcess(ground) : first
    for (const nth of everyone) if (codes[nth] !== 'ok' && codes[nth] !== 'role-full') codes[nth] = codeOf(await ask(second.world, nth))
    const findings = faultsOf(codes)
    await ledger.rewind()
    return { steps, findings: findings.map((one) => `${plan ? `${plan.failure} at ${plan.step} ${plan.nth}` : 'nothing wrong'}, ${one}`) }
  }
  return play
}
