// How the doctor asks and answers: one call that never throws, the server's figures, and the three states of a check.
export const timeoutMs = 10_000

export const ok = (words) => ({ state: 'ok', words })
export const warn = (words) => ({ state: 'warn', words })
export const fail = (words) => ({ state: 'FAIL', words })

export const why = (error) => error.cause?.code ?? error.cause?.message ?? error.code ?? error.message
export const ask = (address, headers = {}, body) =>
  fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error) => ({
    status: 0,
    why: why(error),
  }))

/** The server's figures by name; without labels. */
export async function figuresOf({ direct, env }) {
  const token = env.METRICS_TOKEN
  const answer = await ask(`${direct}/api/metrics`, token ? { authorization: `Bearer ${token}` } : {})
  if (answer.status !== 200) return { refused: answer.status || answer.why }
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}
export const noFigures = (refused) =>
  `The figures are not told here (${refused}). Set METRICS_TOKEN, and run this with the server's environment.`
