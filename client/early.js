// What can't wait for the page's own code: the theme somebody chose (client/ui/actions/theme.ts), before the first paint, an invitation's button
// that was pressed, which is pressed again once it does something (client/rsvp/answer/replay-early-input.ts), and what a page reads first (client/lib/prefetched-call.ts).
try {
  const kept = localStorage.getItem('theme')
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept
} catch {
  // Storage is closed: the system's theme it is.
}

if (location.pathname.startsWith('/rsvp/') && performance.getEntriesByName('answerable').length === 0) {
  /** @type {HTMLButtonElement | null} */
  let pressed = null
  // Return in a field presses the form's button too; whoever goes on typing has not pressed it for what stands there now.
  const note = ({ target }) => {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  const events = ['click', 'input']
  for (const name of events) addEventListener(name, note)
  window.takePressed = () => {
    for (const name of events) removeEventListener(name, note)
    const taken = pressed
    pressed = null
    return taken
  }
}

// Whoever is logged in may have answered: until that is known the form stays out of sight (client/ui/base.css).
try {
  if (location.pathname.startsWith('/rsvp/') && localStorage.getItem('rolecallToken')) document.documentElement.dataset.session = ''
} catch {
  // Storage is closed: nobody is logged in.
}

/** @returns {Record<string, string>} */
function credentials() {
  try {
    const token = localStorage.getItem('rolecallToken')
    const organizerToken = sessionStorage.getItem('organizerToken')
    if (token) return { authorization: `Bearer ${token}` }
    return organizerToken ? { 'x-organizer-token': organizerToken } : {}
  } catch {
    return {} // Storage is closed: nobody it is.
  }
}

function askFirst() {
  const [, page = '', id] = /^\/(dashboard|create|event|group)(?:\/([0-9a-f]{24}))?$/.exec(location.pathname) ?? []
  if (!page || Boolean(id) !== (page === 'event' || page === 'group')) return
  const headers = credentials()
  const isSomebody = Object.keys(headers).length > 0 || document.cookie.includes('rolecall_signed_in=')
  /** @type {Record<string, { as: string, at: number, method: string, reply: Promise<Response> }>} */
  const early = {}
  window.askedEarly = early
  /** @param {string} path */
  const ask = (path, method = 'GET') => {
    const body = method === 'GET' ? {} : { headers: { ...headers, 'content-type': 'application/json' }, body: '{}' }
    const reply = fetch(`/api${path}`, { method, headers, ...body }).then(async (answer) => {
      const { ok, status } = answer
      /** @type {unknown} */
      const body = await answer.json().catch(() => null)
      return { ok, status, body, date: answer.headers.get('date') }
    })
    early[path] = { as: JSON.stringify(headers), at: performance.now(), method, reply }
    reply.catch(() => delete early[path])
    return reply
  }
  // The page of an event has the board of its group, unless there are several; the page of a group names its event.
  /** @param {{ event?: { groupIds?: string[] }, group?: { eventId?: string | null } }} answer */
  const askNext = ({ event, group }) => {
    const [only, ...others] = event?.groupIds ?? []
    const next = only ? others.length === 0 && `/group/${only}` : group?.eventId && `/event/${group.eventId}`
    if (next) void ask(next)
  }
  if (isSomebody) void ask('/auth/me')
  // It reads, all the same.
  if (headers.authorization && !id) void ask('/org/mine', 'POST')
  if (id) {
    void ask(`/${page}/${id}`).then(
      ({ ok, body }) => ok && askNext(/** @type {Parameters<typeof askNext>[0]} */ (body)),
      () => {},
    )
  } else if (page === 'create') void ask('/tier-limits')
  else if (isSomebody && location.search === '') for (const path of ['/event/mine?page=1&limit=10', '/event/pending']) void ask(path)
}
askFirst()
