// A siege of calls: each of them under hostile requests that are generated from the route table itself, as several kinds of people.
import { onTestFinished } from 'vitest'
import { routes } from '#server/app/app.ts'
import type { Route } from '#server/people/http/route.ts'
import { freshStore, openWorld } from '../world/world.ts'
import { newFacts, sampled } from './hostile-facts.ts'
import { besiege, type Report } from './hostile-runner.ts'
import { type Probe, probesOf } from './probes.ts'
import { openRawHttp } from './raw-http.ts'
import { shadowed } from './shadow.ts'

/** A world whose store tells when its contents change. */
export async function watchedWorld() {
  const { store, shadow } = shadowed(await freshStore())
  onTestFinished(() => store.close())
  // R114: the owners are operators, so that what is behind the operator's calls is reached.
  const adminEmails = routes.map((_, n) => `owner_${n}@people.test`)
  return { world: await openWorld({ store, adminEmails }), shadow }
}

interface Siege {
  readonly url: string
  readonly random: () => number
  /** How many values each field is tried with. */
  readonly perField: number
}

/** Besieges every route as nobody, a stranger, a person who may assign, and the owner, with new people and a new event for each. */
export async function besiegeAll(
  { world, shadow }: Awaited<ReturnType<typeof watchedWorld>>,
  table: readonly Route[],
  { url, random, perField }: Siege,
): Promise<Report[]> {
  const http = openRawHttp(url)
  const reports: Report[] = []
  for (const [n, { endpoint }] of table.entries()) {
    const facts = await newFacts(world, n)
    const tokens = { nobody: '', stranger: facts.stranger.token, grantee: facts.member.token, owner: facts.owner.token }
    const others = ['nobody', 'stranger', 'grantee'] as const
    const callerOf = ({ kind }: Probe) => {
      const name = kind === 'sample' || random() < 0.5 ? 'owner' : (others[Math.floor(random() * others.length)] ?? 'nobody')
      return { name, headers: tokens[name] ? [['authorization', `Bearer ${tokens[name]}`] as const] : [] }
    }
    const siege = { samples: sampled(facts, world), random, perField, real: facts.owner.token, owned: shadow.fields() }
    const probes = probesOf(endpoint, siege)
    const renew = async ({ call }: Probe) => {
      if (call.endsWith('/logout')) tokens.owner = (await world.person(`again_${Math.floor(random() * 1e9)}`)).token
    }
    reports.push(await besiege(http, shadow, probes, callerOf, renew))
  }
  http.close()
  return reports
}
