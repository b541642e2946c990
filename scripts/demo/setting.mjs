// The organizer of the demonstration and the three events: one that fills, one that is nearly over, one where people wait.
const [minute, day] = [60_000, 86_400_000]
const password = 'only-for-the-demonstration'
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** At this hour of the clock here, so many days ahead. */
function at(days, hour) {
  const start = new Date(Date.now() + days * day)
  start.setHours(hour, 0, 0, 0)
  return start
}

/** A start may not be in the past, so the one that is nearly over begins while the others are made. */
const settingOf = () => [
  {
    event: {
      name: 'Open stage night',
      description: 'Six acts, one microphone, cake in the break.',
      location: 'The old cinema',
      theme: 'dusk',
    },
    start: at(10, 19),
    minutes: 180,
    roles: [
      { name: 'Speaker', max: 6, min: 4 },
      { name: 'Host', max: 2, min: 1 },
      { name: 'Guest', max: 60 },
    ],
  },
  {
    event: { name: 'Repair café', description: 'Bring what is broken.', location: 'Library, ground floor', theme: 'meadow' },
    start: new Date(Date.now() + 2_000),
    minutes: 15,
    roles: [
      { name: 'Fixer', max: 8 },
      { name: 'Visitor', max: 30 },
    ],
  },
  {
    event: { name: 'Dinner for twelve', description: 'One long table.', location: 'The courtyard', theme: 'ember' },
    start: at(4, 20),
    minutes: 120,
    roles: [
      { name: 'Cook', max: 2 },
      { name: 'Seat at the table', max: 10 },
    ],
  },
]

/** Signs the organizer up, makes them a Team, and creates the events. Answers the link that logs them in. */
export async function setUp({ call, emailed, pause }, email) {
  await call('POST', '/auth/signup', { email, username: 'demo_organizer', password })
  const verification = await emailed(email, /verify-email\?token=(\S+)/)
  const { token, user } = await call('POST', '/auth/verify-email', { token: verification, password })
  await call('POST', '/user/update-name', { name: 'Demo organizer' }, { token })
  await call('POST', `/operator/people/${user._id}/plan`, { plan: 'team' }, { token })
  const events = []
  for (const { event, start, minutes, roles } of settingOf()) {
    const end = new Date(start.getTime() + minutes * minute)
    const assignmentRules = { enableRoleAssignment: false, enableRoleSelfSelect: true }
    const sent = { ...event, start: start.toISOString(), end: end.toISOString(), timeZone, assignmentRules }
    const made = await call('POST', '/event/with-group', { event: sent, groups: [{ roles, limitToMembers: false }] }, { token })
    const invitation = `/rsvp/${made.groupId}?eventId=${made.event._id}&code=forfeedback`
    events.push({ eventId: made.event._id, groupId: made.groupId, invitation, roles: roles.map(({ name }) => name) })
  }
  await pause(100)
  await call('POST', '/token-access/request', { email })
  const link = await emailed(email, /(http\S+\/token\?token=\S+)/)
  return { link, events }
}
