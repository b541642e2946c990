// What the invitee's form decides by itself: seats, what is missing, whether to ask again.
import { beforeEach, expect, test } from 'vitest'
import { filledForm } from '#client/rsvp/answer/filled.ts'
import { seatNews } from '#client/rsvp/answer/seat-news.ts'
import { leftLabel, seatsOf } from '#client/rsvp/answer/seats.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { putForm, putRsvp, useRsvps } from '#client/rsvp/store.ts'
import type { FormView, OwnRsvp } from '#protocol/rsvp.ts'
import { email, eventId, formView, groupId, ownRsvp } from './rsvp-fixtures.ts'

const nothing = { heldIds: [], chosenIds: [], refusedIds: [] }
const guest = { ...useGuest.getInitialState(), place: { groupId, eventId, source: '' }, provenEmail: email }

/** The form as filled in by somebody with this answer, after typing `draft`. */
function filled(form: FormView, rsvp: OwnRsvp | null, draft = {}) {
  if (rsvp) putRsvp(rsvp, form)
  return filledForm(form, guest, draft, useRsvps.getState().answers)
}

beforeEach(() => useRsvps.setState(useRsvps.getInitialState(), true))

test('the seats of a role: 2 of 3 left; a full one is full', () => {
  const [cook, host] = seatsOf(formView(), nothing)
  expect(cook && leftLabel(cook)).toBe('2 of 3 left')
  expect(host).toMatchObject({ isFull: true, left: 0 })
})

test('capacity adjusts for the prior selection: a seat in a full role is its holder’s to keep or to give back', () => {
  const kept = seatsOf(formView(), { ...nothing, heldIds: ['host'], chosenIds: ['host'] })[1]
  expect(kept).toMatchObject({ isHeld: true, isFull: false, others: 1, left: 0 })
  const given = seatsOf(formView(), { ...nothing, heldIds: ['host'] })[1]
  expect(given).toMatchObject({ isFull: false, left: 1 })
})

test('R3 a role the server refused as full is full, whatever the view on screen still says', () => {
  expect(seatsOf(formView(), { ...nothing, chosenIds: ['guide'], refusedIds: ['guide'] })[2]).toMatchObject({
    isFull: true,
    isChosen: true,
  })
})

test('R2 declining holds no seat, and old roles are not chosen again by themselves', () => {
  const seats = filled(formView(), ownRsvp({ attending: false, roles: ['Cook'] })).seats
  expect(seats.some((role) => role.isHeld || role.isChosen)).toBe(false)
})

test('R7 a rename leaves the choice alone', () => {
  const form = formView()
  putRsvp(ownRsvp({ roles: ['COOK '] }), form)
  const renamed = { ...form, rev: 2, roles: form.roles.map((role) => (role._id === 'cook' ? { ...role, name: 'Chef' } : role)) }
  expect(filled(renamed, null).seats[0]).toMatchObject({ name: 'Chef', isHeld: true, isChosen: true })
})

test('R9 singleRoleOnly: one role stays chosen', () => {
  const seats = filled(formView({}, { singleRoleOnly: true }), null, { roleIds: ['guide', 'cook'] }).seats
  expect(seats.filter((role) => role.isChosen).map((role) => role._id)).toEqual(['guide'])
})

test('submit needs a verified email, a name and an attending choice, and says which is missing', () => {
  const other = filledForm(formView(), guest, { email: 'else@example.com', name: 'Maya', attending: true }, {})
  expect(other).toMatchObject({ isVerified: false, missing: 'Please verify your email first.' })
  expect(filled(formView(), null).missing).toBe('Please enter your name')
  expect(filled(formView(), null, { name: 'Maya' }).missing).toBe("Please select whether you're attending or not")
  expect(filled(formView(), null, { name: 'Maya', attending: false }).missing).toBeNull()
})

test('R13 an email is the same one in other letters and with spaces around it', () => {
  expect(filledForm(formView(), guest, { email: ' MAYA@example.com ' }, {}).isVerified).toBe(true)
})

test('R18 confirmation is asked for a yes, and asked again for a new role or a moved start only', () => {
  const form = formView({ showConfirmation: true })
  expect(filled(form, null, { name: 'Maya', attending: true }).needsConfirmation).toBe(true)
  expect(filled(form, null, { name: 'Maya', attending: false }).needsConfirmation).toBe(false)
  const confirmed = ownRsvp({ confirmed: true, roles: ['Cook'] })
  expect(filled(form, confirmed).needsConfirmation).toBe(false)
  expect(filled(form, confirmed, { roleIds: ['cook', 'guide'] }).needsConfirmation).toBe(true)
  const moved = formView({ showConfirmation: true, rev: 2 }, { start: '2026-12-06T18:30:00.000Z' })
  expect(filled(moved, null).needsConfirmation).toBe(true)
})

test('an older view never overwrites a newer one; one of the same rev does, since an end changes no record', () => {
  putForm(formView({ rev: 5 }))
  putForm(formView({ rev: 4, name: 'old' }))
  expect(useRsvps.getState().forms[groupId]?.rev).toBe(5)
  putForm(formView({ rev: 5, status: 'ended' }))
  expect(useRsvps.getState().forms[groupId]?.status).toBe('ended')
})

test('news of seats: one role by name, several by number, the lost choice first', () => {
  const seats = seatsOf(formView(), { ...nothing, chosenIds: ['host'] })
  expect(seatNews(seats.slice(0, 1))).toBe('Cook: 2 of 3 left.')
  expect(seatNews(seats)).toContain('Role "Host" is already full.')
  expect(seatNews(seats.filter((role) => !role.isChosen))).toBe('Seats changed in 2 roles.')
})
