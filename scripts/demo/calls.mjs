// How the demonstration speaks with the server: by the calls that everybody has, and the emails that they cause.
const pause = (ms) => new Promise((over) => setTimeout(over, ms))

/** Calls to the server at `url`; cookies are the caller's to keep. A refusal is thrown with the server's sentence. */
export function openCalls(url) {
  async function call(method, path, body, { token, cookie } = {}) {
    const headers = {
      'content-type': 'application/json',
      origin: url,
      'idempotency-key': crypto.randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
    }
    const response = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const reply = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${reply.error}`)
    const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0])
    return { ...reply, cookie: cookies.join('; ') }
  }
  /** What `pattern` finds in the newest email to this address; it may still be on its way. */
  async function emailed(to, pattern) {
    for (let tries = 0; tries < 100; tries += 1) {
      const { messages } = await call('GET', `/dev/outbox?to=${encodeURIComponent(to)}`)
      const found = messages.map(({ text }) => pattern.exec(text)?.[1]).find(Boolean)
      if (found) return found
      await pause(100)
    }
    throw new Error(`No email to ${to} says ${pattern}`)
  }
  async function ready() {
    for (let tries = 0; tries < 200; tries += 1) {
      const up = await fetch(`${url}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (up) return
      await pause(50)
    }
    throw new Error(`Nothing answers at ${url}`)
  }
  return { call, emailed, ready, pause }
}
