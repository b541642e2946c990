// The thread of the yardstick: a fixed piece of work some times a second, and how long all of them took from the moment each was due.
import { parentPort, workerData } from 'node:worker_threads'

const [pieces, ms] = [0, 1]
const taken = new Float64Array(workerData)
const asleep = new Int32Array(new SharedArrayBuffer(4))
const answers = JSON.stringify(
  Array.from({ length: 1_000 }, (_, n) => ({ _id: `id ${n}`, name: `Guest ${n}`, roles: ['Guest', 'Host'], rev: n })),
)

for (let restMs = 0; ; restMs = 300) {
  const due = performance.now() + restMs
  Atomics.wait(asleep, 0, 0, restMs)
  // Long enough not to slip in between what others do.
  for (let again = 0; again < 60; again++) JSON.parse(answers)
  taken[ms] += performance.now() - due
  if (++taken[pieces] === 1) parentPort.postMessage('begun')
}
