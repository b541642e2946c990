// The guests of the demonstration: they prove their emails, answer, wait for full roles, decline and hand their seats over.
const firstNames = 'Amara Jonas Priya Sofia Kenji Lucía Elif Noah Tom Inés Ruth Omar Mei Piotr Zoe Anders Leila Hugo Nadia Sam'.split(' ')
const lastNames =
  'Okafor Weber Raman Rossi Mori Torres Kaya Berg Ellis Moreno Adler Haddad Lin Nowak Martin Holm Amiri Silva Petrov Reed'.split(' ')
const pick = (list) => list[Math.floor(Math.random() * list.length)]
/** The name and email of the guest with this number. */
const personOf = (n) => ({ name: `${firstNames[n % 20]} ${lastNames[(n * 7 + Math.floor(n / 20)) % 20]}`, email: `guest${n}@demo.test` })

/** Takes the roles; where one of them is full, waits for it. */
async function answer({ call }, { name, email, cookie, eventId, groupId }, attending, roles) {
  const said = { eventId, groupId, name, email, attending, confirmed: false }
  await call('POST', '/rsvp/submit', { ...said, roles }, { cookie }).catch(() =>
    call('POST', '/rsvp/submit', { ...said, roles: [], waitFor: roles }, { cookie }),
  )
}

/** Proves the email of a new guest, who then answers; nine of ten come. */
async function arrive(calls, { eventId, groupId, roles }, person) {
  const { call, emailed } = calls
  await call('POST', '/rsvp/send-verification-code', { email: person.email, groupId })
  const code = await emailed(person.email, /^\s*([A-Z0-9]{6})\s*$/m)
  const { cookie } = await call('POST', '/rsvp/verify-code', { email: person.email, groupId, eventId, code })
  const guest = { ...person, cookie, eventId, groupId }
  const isComing = Math.random() < 0.9
  await answer(calls, guest, isComing, isComing ? [roles.at(Math.random() < 0.25 ? 0 : -1)] : [])
  return guest
}

/** Names another person, who accepts by the emailed link. */
async function handOver({ call, emailed, pause }, { cookie, eventId, groupId }, person) {
  await call('POST', '/rsvp/hand-over', { eventId, groupId, ...person }, { cookie })
  const token = await emailed(person.email, /hand-over\?token=(\S+)/)
  await pause(2_000)
  await call('POST', '/hand-over/accept', { token })
}

/** Guests of the `events`; `arriveAtAll` has some answer each of them, `goOn` lets one of them do something after each pause, without end. */
export function openCrowd(calls, events) {
  const guests = []
  let count = 0
  const nobodyYet = () => personOf(count++)

  async function arriveAtAll() {
    for (const event of events) for (let seat = 0; seat < 13; seat += 1) guests.push(await arrive(calls, event, nobodyYet()))
  }
  async function act() {
    const chance = Math.random()
    if (chance < 0.75) guests.push(await arrive(calls, pick(events), nobodyYet()))
    else if (chance < 0.9) await answer(calls, pick(guests), false, [])
    else await handOver(calls, pick(guests), nobodyYet())
  }
  async function goOn(pauseMs) {
    for (;;) {
      // A guest may be refused (their event is over, they have no seat to hand over): somebody else comes next.
      await act().catch(() => {})
      await calls.pause(pauseMs)
    }
  }
  return { arriveAtAll, goOn }
}
