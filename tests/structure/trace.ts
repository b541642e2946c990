// Which functions of the server and of protocol/ run while something is done, by the coverage that V8 takes.
import { Session } from 'node:inspector/promises'

/** What the test runner wraps an import in: it runs whenever a name is read, and is no code of ours. */
const readsName = /^\(\) ?=> ?\{ ?try ?\{ ?return/

/** Does it, and gives the names of the functions that ran meanwhile, by file. */
export async function traced(act: () => Promise<unknown>): Promise<ReadonlyMap<string, readonly string[]>> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await act()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    await session.post('Profiler.stopPreciseCoverage')
    await session.post('Debugger.enable')
    const ran = new Map<string, string[]>()
    for (const { scriptId, url, functions } of result) {
      const [file] = /(?:server|protocol)\/(?!.*node_modules).*\.ts$/.exec(url) ?? []
      if (!file) continue
      const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId })
      const names = functions.flatMap(({ functionName, ranges: [whole] }) =>
        whole && whole.count > 0 && !readsName.test(scriptSource.slice(whole.startOffset)) ? [functionName] : [],
      )
      if (names.length > 0) ran.set(file, names)
    }
    return ran
  } finally {
    session.disconnect()
  }
}
