// An event of Ada's with two phones at its doors, and guests by number.
import { doorApi } from '#protocol/seats/door/door.ts'
import type { ScanAnswer } from '#protocol/seats/door/scan.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { cookieOf } from '../kit/world/people.ts'
import { type As, guestNo, openWorld } from '../kit/world/world.ts'

const selfSelect = { enableRoleSelfSelect: true }
let made = 0
export const newScanId = () => `00000000-0000-4000-8000-${(++made).toString(16).padStart(12, '0')}`

export async function openDoor(more: Record<string, unknown> = {}) {
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const { eventId, groupId, event } = await world.event(
    ada,
    [
      { name: 'Speaker', max: 3 },
      { name: 'Guest', max: 20 },
    ],
    { limitToMembers: false, handOver: true, ...more },
    { assignmentRules: selfSelect },
  )
  const guest = (n: number) => world.proven(guestNo(n), groupId)
  const yes = async (n: number, roles = ['Guest']): Promise<{ rsvpId: string; pass: string }> => {
    const { body } = await world.answer(groupId, guest(n), roles, { name: `Guest ${n}` })
    return { rsvpId: body.rsvp._id, pass: body.rsvp.passes?.[0]?.url ?? '' }
  }
  const ownPass = async (n: number) => (await world.ok(rsvpApi.form, { groupId }, guest(n))).rsvp?.passes?.[0]?.url ?? ''
  /** Another group of the event, for whose guests it begins so many hours later, and lasts one. */
  const later = async (name: string, hours: number) => {
    const start = new Date(Date.parse(event.start) + hours * 3_600_000).toISOString()
    const end = new Date(Date.parse(start) + 3_600_000).toISOString()
    const group = { name, start, end, roles: [{ name: 'Guest', max: 5 }], limitToMembers: false }
    const { groupId: id } = await world.ok(eventApi.addGroup, { id: eventId, group }, ada)
    const yesTo = async (n: number) => {
      const { body } = await world.answer(id, world.proven(guestNo(n), id), ['Guest'], { name: `Guest ${n}` })
      return { rsvpId: body.rsvp._id as string, pass: body.rsvp.passes?.[0]?.url as string }
    }
    return { groupId: id, yes: yesTo, start, end }
  }
  const pair = async (name: string, groupIds?: string[]) => {
    const { link, phone } = await world.ok(doorApi.makePhone, { eventId, name, ...(groupIds && { groupIds }) }, ada)
    const { headers } = await world.call(doorApi.pair, { token: link.split('#')[1] ?? '' })
    return { cookie: cookieOf(headers), phoneId: phone._id, link }
  }
  const [north, south] = [await pair('North'), await pair('South')]
  const scan = async (as: As, one: Record<string, unknown>, scanId = newScanId()): Promise<ScanAnswer> => {
    const { results } = await world.ok(doorApi.scan, { eventId, scans: [{ scanId, ...one }] }, as)
    return results[0] as ScanAnswer
  }
  const counts = async (as: As = ada) => (await world.ok(doorApi.list, { eventId }, as)).groups[0]?.counts
  /** Sets the clock to so many minutes before the start. */
  const minutesBefore = (minutes: number) => world.clock.advance(Date.parse(event.start) - minutes * 60_000 - world.clock.now())
  return { world, ada, eventId, groupId, event, guest, yes, later, ownPass, pair, north, south, scan, counts, minutesBefore }
}
