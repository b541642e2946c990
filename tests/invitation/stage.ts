// An organizer with an event to which people are invited, and what their emails hold.
import type { z } from 'zod/mini'
import type { Tier } from '#protocol/kernel/limits.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { type InvitedRow, invitationApi } from '#protocol/seats/invitation.ts'
import { groups } from '#server/seats/model/group.ts'
import { rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import type { As } from '../kit/world/client.ts'
import { openWorld, type World } from '../kit/world/world.ts'

export type Sent = Omit<z.input<typeof invitationApi.send.input>, 'id'>
export const people = (...emails: string[]) => emails.map((email) => ({ email }))
export const statuses = (rows: readonly InvitedRow[]) => rows.map(({ status }) => status)
export const guestLink = (text = '') => /[?&]guest=([\w.-]+)/.exec(text)?.[1] ?? ''

export async function openStage(tier: Tier = 'pro', given?: World) {
  const world = given ?? (await openWorld())
  const ada = await world.person('ada', tier)
  const made = await world.event(ada, undefined, {}, { name: 'Open stage', location: 'Main Hall', hostName: 'Lena Park' })
  const id = made.groupId
  const send = (sent: Sent, as: As = ada) => world.ok(invitationApi.send, { id, ...sent }, as)
  const page = () => world.ok(groupApi.read, { id }, ada)
  const view = async () => {
    const { group } = await page()
    return 'answers' in group ? group : undefined
  }
  const rowOf = async (email: string) => (await page()).rsvps.find((row) => row.email === email)
  const rsvpOf = async (email: string) => {
    const group = await world.store.get(groups, id)
    return group && world.store.get(rsvps, rsvpId(world.services.secrets, group, email))
  }
  return { world, ada, ...made, id, send, page, view, rowOf, rsvpOf }
}
