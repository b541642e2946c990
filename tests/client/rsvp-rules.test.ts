// What the invitee's form decides by itself: seats, what is missing, whether to ask again.
import { beforeEach, describe, expect, test } from 'vitest'
import type { RsvpDraft } from '#client/rsvp/answer/draft.ts'
import { filledForm, isSentByCode, nameOf } from '#client/rsvp/answer/form-state.ts'
import { besideWords, inWords, nextStep } from '#client/rsvp/answer/next-step.ts'
import { seatNews } from '#client/rsvp/answer/seat-news.ts'
import { leftLabel, seatsOf } from '#client/rsvp/answer/seats.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { savedOf } from '#client/rsvp/own-answer.ts'
import { putBrand, putForm, putHost, putRsvp, useRsvps } from '#client/rsvp/store.ts'
import type { FormView, OwnRsvp } from '#protocol/seats/rsvp.ts'
import { email, eventId, formView, groupId, ownRsvp } from './rsvp-fixtures.ts'

const nothing = { heldIds: [], chosenIds: [], refusedIds: [] }
const guest = { ...useGuest.getInitialState(), place: { groupId, eventId, source: '' }, provenEmail: email }

/** The form as filled in by somebody with this answer, after typing `draft`. */
function filled(form: FormView, rsvp: OwnRsvp | null, draft = {}) {
  if (rsvp) putRsvp(rsvp, form)
  return filledForm(form, { guest, saved: savedOf(form, guest, useRsvps.getState().answers) }, draft)
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
  const other = filledForm(formView(), { guest, saved: null }, { email: 'else@example.com', name: 'Maya', attending: true })
  expect(other).toMatchObject({ isVerified: false, missing: 'Please verify your email first.' })
  expect(filled(formView(), null).missing).toBe("Please select whether you're attending or not")
  expect(filled(formView(), null, { attending: true }).missing).toBe('Please enter your name')
  expect(filled(formView(), null, { name: 'Maya', attending: false }).missing).toBeNull()
})

test('R13 an email is the same one in other letters and with spaces around it', () => {
  expect(filledForm(formView(), { guest, saved: null }, { email: ' MAYA@example.com ' }).isVerified).toBe(true)
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

test('R219, R137 a form that was asked for before its brand and its host’s picture changed, and comes after, brings neither back', () => {
  const parts = (rev: number) => ({ brand: { _id: 'brand', rev, face: null }, host: { _id: 'host', rev, photo: null } })
  putForm(formView(parts(1)))
  putBrand(parts(2).brand)
  putHost(parts(2).host)
  putForm(formView(parts(1)))
  expect(useRsvps.getState().forms[groupId]).toMatchObject(parts(2))
  putForm(formView(parts(3)))
  expect(useRsvps.getState().forms[groupId]).toMatchObject(parts(3))
  putForm(formView({ brand: { _id: 'another', rev: 1, face: null } }))
  expect(useRsvps.getState().forms[groupId]?.brand).toMatchObject({ _id: 'another' })
})

test('news of seats: one role by name, several by number, the lost choice first', () => {
  const seats = seatsOf(formView(), { ...nothing, chosenIds: ['host'] })
  expect(seatNews(seats.slice(0, 1))).toBe('Cook: 2 of 3 left.')
  expect(seatNews(seats)).toContain('Role "Host" is already full.')
  expect(seatNews(seats.filter((role) => !role.isChosen))).toBe('Seats changed in 2 roles.')
})

describe('R124a what comes next', () => {
  const stranger = { ...guest, provenEmail: '' }
  const full = (waitlist: boolean) =>
    formView({ waitlist, roleCoverage: formView().roleCoverage.map((one) => ({ ...one, count: one.total })) })
  const bare = formView({ roles: [], roleCoverage: [] })
  const given = formView({}, { enableRoleSelfSelect: false })
  const yes = { attending: true }
  const who = { email, name: 'Maya' }
  const cook = { ...yes, roleIds: ['cook'] }

  test.each<[string, FormView, RsvpDraft, string]>([
    ['nothing yet', formView(), {}, 'Take a seat, 3 left'],
    ['a yes', formView(), yes, 'Take a seat, 3 left'],
    ['a yes to an event that is full', full(true), yes, 'Join a waitlist'],
    ['a yes to one that is full and keeps no list', full(false), yes, 'Verify your email'],
    ['a yes without a role', formView(), { ...yes, roleIds: [] }, 'Verify your email'],
    ['a yes where there are no roles', bare, yes, 'Verify your email'],
    ['a yes where organizers give them out', given, yes, 'Verify your email'],
    ['nothing yet, and nothing to take', bare, {}, 'Say if you’re coming'],
    ['an email before anything else', formView(), who, 'Verify your email'],
    ['a role', formView(), cook, 'Verify your email'],
    ['a place on a waitlist', formView({ waitlist: true }), { ...yes, waitFor: ['Host'] }, 'Verify your email'],
    ['a no', formView(), { attending: false }, 'Verify your email'],
  ])('R124a before the proof: %s', (_, form, draft, label) => {
    expect(nextStep(form, filledForm(form, { guest: stranger, saved: null }, draft), draft, false).label).toBe(label)
  })

  test.each<[string, FormView, RsvpDraft, string, string]>([
    ['a role', formView(), cook, 'Send', 'I’m coming as Cook'],
    ['two roles', formView(), { ...yes, roleIds: ['cook', 'guide'] }, 'Send', 'I’m coming as Cook and Guide'],
    ['no role', formView(), { ...yes, roleIds: [] }, 'Send', 'I’m coming, without a role'],
    ['no role where there are none', bare, yes, 'Send', 'I’m coming'],
    ['a no', formView(), { attending: false, name: '' }, 'Send', 'I can’t make it'],
    ['one waitlist', full(true), { ...yes, waitFor: ['Host'] }, 'Join the waitlist for Host', 'I’m coming, and wait for a seat'],
    ['two waitlists', full(true), { ...yes, waitFor: ['Host', 'Cook'] }, 'Join 2 waitlists', 'I’m coming, and wait for a seat'],
    ['a role and a waitlist', formView({ waitlist: true }), { ...cook, waitFor: ['Host'] }, 'Send', 'I’m coming as Cook'],
    ['no name', formView(), { ...cook, name: '' }, 'Add your name', 'I’m coming as Cook'],
  ])('R124a after the proof, and in the guest’s words: %s', (_, form, draft, label, words) => {
    const now = filled(form, null, { ...who, ...draft })
    expect([nextStep(form, now, draft, false).label, inWords(form, now)]).toEqual([label, words])
  })

  test('R242a beside it stands that nothing is sent, and an answer that stands is turned around by a button that says so', () => {
    const chosen = filled(formView(), null, { ...who, ...cook })
    expect(besideWords(formView(), chosen)).toBe('Not sent yet. 1 more seat left.')
    const no = filled(formView(), ownRsvp({ roles: ['Cook'] }), { attending: false })
    expect(nextStep(formView(), no, { attending: false }, false).label).toBe('Change to No')
    expect(besideWords(formView(), no)).toBe('Not sent yet. Your answer is Yes until then.')
    const added = { ...no, attending: true }
    expect(besideWords(formView(), added)).toMatch(/^Not sent yet\. Your saved answer holds until then\./)
    const waits = { ...who, ...yes, waitFor: ['Host'] }
    const waiting = filled(full(true), ownRsvp({ attending: false, roles: [] }), waits)
    expect(nextStep(full(true), waiting, waits, false).label).toBe('Join the waitlist for Host')
  })

  test('R124e a seat that somebody else took meanwhile is neither said to be one’s own nor sent', () => {
    const lost = { ...yes, ...who, roleIds: ['host'] }
    const [now, both] = [filled(formView(), null, lost), filled(formView(), null, { ...lost, roleIds: ['host', 'cook'] })]
    expect([nextStep(formView(), now, lost, false).label, inWords(formView(), now)]).toEqual(['Choose another role', ''])
    expect([nextStep(formView(), both, lost, false).name, inWords(formView(), both)]).toEqual(['seat', 'I’m coming as Cook'])
    expect(isSentByCode(formView(), now, lost)).toBe(false)
    const no = filled(formView(), null, { ...lost, attending: false })
    expect(nextStep(formView(), no, lost, false).label).toBe('Send')
  })

  test('R124a who waits already sends, and joins nothing anew', () => {
    const waiting = [{ role: 'Host', position: 1, page: 0, nth: 1, rev: 1 }]
    const now = filled(full(true), ownRsvp({ waiting }))
    expect(nextStep(full(true), now, {}, false).label).toBe('Send')
  })

  test.each<[string, OwnRsvp | null, RsvpDraft, boolean, string]>([
    ['a role', null, { ...cook, ...who }, true, 'Confirm and send'],
    ['a role of whoever said no before', ownRsvp({ attending: false }), { ...cook, ...who }, false, 'Confirm'],
    ['another role than the one they were assigned', ownRsvp({ attending: null, roles: ['Guide'] }), { ...cook, ...who }, false, 'Confirm'],
    ['another role than they took before', ownRsvp({ roles: ['Guide'] }), { ...cook, ...who }, false, 'Confirm'],
    ['a no of whoever has a seat', ownRsvp({ roles: ['Guide'] }), { attending: false }, false, 'Confirm'],
    ['a role of whoever was invited', ownRsvp({ attending: null }), { ...cook, ...who }, true, 'Confirm and send'],
    ['a yes that has not come to the roles', null, { ...yes, ...who }, false, 'Confirm'],
    ['nothing', null, who, false, 'Confirm'],
  ])('R124b the code sends what was chosen before it, and its button says so: %s', (_, rsvp, draft, isSent, label) => {
    const now = filled(formView(), rsvp, draft)
    expect(isSentByCode(formView(), now, draft)).toBe(isSent)
    expect(nextStep(formView(), now, draft, true).label).toBe(label)
  })

  test('R124b an email that is known to have answered proves itself first', () => {
    const draft = { ...cook, ...who }
    const now = filledForm(formView(), { guest: { ...stranger, answeredEmail: email }, saved: null }, draft)
    expect(nextStep(formView(), now, draft, true).label).toBe('Confirm')
    expect(isSentByCode(formView(), now, { attending: false })).toBe(false)
  })

  test('R124b a no needs no name: it is sent with the first part of the email', () => {
    expect(filled(formView(), null, { attending: false }).missing).toBeNull()
    expect([nameOf({ name: '', email: ' maya.l@example.com' }), nameOf({ name: ' Maya ', email })]).toEqual(['maya.l', 'Maya'])
  })
})
