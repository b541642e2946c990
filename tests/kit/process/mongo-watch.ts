// What an operator would see of a server while its database is away: how fast it answers, and whether it says that it is ready.
import { sleep } from './mongo-house.ts'

export interface Seen {
  readonly at: number
  readonly path: string
  readonly status: number
  readonly retryAfter: string | null
  readonly ms: number
}

/** Asks a path of a server and gives what came; status 0: nothing. */
export async function look(url: string, path: string): Promise<Seen> {
  const at = performance.now()
  const answer = await fetch(url + path, { signal: AbortSignal.timeout(20_000) }).catch(() => undefined)
  await answer?.arrayBuffer()
  return { at, path, status: answer?.status ?? 0, retryAfter: answer?.headers.get('retry-after') ?? null, ms: performance.now() - at }
}

/** Looks at paths of servers, each five times a second, until stopped. */
export function openWatch(urls: readonly string[], paths: readonly string[]) {
  const seen: Seen[] = []
  let isOver = false
  const one = async (url: string, path: string) => {
    while (!isOver) {
      seen.push(await look(url, path))
      await sleep(200)
    }
  }
  const all = Promise.all(urls.flatMap((url) => paths.map((path) => one(url, path))))
  return {
    seen,
    async stop() {
      isOver = true
      await all
    },
  }
}

const metric = (text: string, name: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)

export interface Weight {
  readonly heap: number
  readonly rss: number
  readonly waiting: number
}

/** Reads what a server weighs, in MB, and how many commands wait in it. */
export async function weigh(url: string): Promise<Weight> {
  const text = await (await fetch(`${url}/api/metrics`)).text()
  const megabytes = (name: string) => Math.round(metric(text, name) / 1024 / 1024)
  return {
    heap: megabytes('nodejs_heap_size_used_bytes'),
    rss: megabytes('process_resident_memory_bytes'),
    waiting: metric(text, 'rolecall_commands_waiting'),
  }
}
