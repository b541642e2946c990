// Answers at a steady pace, to groups at random, as a day of many events sends them: how long each takes, whatever the others do.

import { setTimeout as wait } from 'node:timers/promises'
import type { Seeded } from '#tests/kit/process/seed.ts'
import { answerTo } from './answer.ts'

export interface Steady {
  /** Goes on for so long, and ends once all that were sent are answered. Times in ms, and how many were not taken. */
  stop(afterMs?: number): Promise<{ readonly times: readonly number[]; readonly broken: number }>
}

/** Sends so many a second, each as it is due. */
export function answerSteadily(url: string, groups: readonly Seeded[], perSecond: number): Steady {
  const times: number[] = []
  const underWay = new Set<Promise<void>>()
  let [sent, broken] = [0, 0]
  const began = performance.now()
  const send = async (nth: number) => {
    const { path, headers, body, method } = answerTo(groups[Math.floor(Math.random() * groups.length)], `steady${began}-${nth}@guests.test`)
    const at = performance.now()
    const answer = await fetch(url + path, { method, ...(headers && { headers }), ...(body && { body }) }).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    times.push(performance.now() - at)
    if (!answer?.ok) broken++
  }
  const timer = setInterval(() => {
    for (const due = ((performance.now() - began) / 1_000) * perSecond; sent < due; sent++) {
      const one = send(sent).finally(() => underWay.delete(one))
      underWay.add(one)
    }
  }, 2)
  return {
    async stop(afterMs = 0) {
      await wait(afterMs)
      clearInterval(timer)
      await Promise.all(underWay)
      return { times, broken }
    },
  }
}
