// Long: several people in browsers of their own take, lose and give seats.
// Seats under the hands of several people at once: full roles, own seats, limits, deletion, confirmation and privacy, each seen live by the others.

import { expect, test } from 'vitest'
import { undoSeconds } from '#protocol/kernel/limits.ts'
import { timeoutMs } from '../kit/world/pace.ts'
import {
  attend,
  bar,
  button,
  changeAnswer,
  coming,
  heading,
  openTab,
  ownCard,
  proveEmail,
  role,
  roleSays,
  sayYes,
  submit,
  thanks,
  unfoldEmail,
} from './acts.ts'
import { gone, openStage, seen } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event, answer } = openSeed(stage)

test('R3 a full role stays in sight, says why, and is refused; the last seat can be lost while one chooses', async () => {
  const held = await event(await host(), [
    { name: 'Speaker', max: 1 },
    { name: 'Guest', max: 1 },
  ])
  await answer(held, 'Ann', ['Speaker'])
  const ben = await stage.newPerson({ width: 390, height: 844 })
  await ben.open(held.invitation)
  await proveEmail(stage, ben, 'ben@guests.test', 'Ben')
  await attend(ben, 'Yes')
  await seen(roleSays(ben.page, 'Speaker', 'Full'))
  await seen(ben.page.getByText('Role "Speaker" is already full.'))
  expect(await role(ben.page, 'Speaker').getAttribute('aria-disabled')).toBe('true')
  await role(ben.page, 'Speaker').click({ force: true })
  await seen(ben.page.getByRole('status').getByText('Role "Speaker" is already full.'))
  expect(await role(ben.page, 'Speaker').isChecked()).toBe(false)
  await ben.shoot('20-full-role')

  await role(ben.page, 'Guest').check()
  await answer(held, 'Cara', ['Guest'])
  await seen(ben.page.getByText('Just taken'))
  await ben.shoot('21-just-taken')
  await button(ben.page, 'Choose another role').click()
  expect(await thanks(ben.page).count()).toBe(0)
  await role(ben.page, 'Guest').uncheck()
  await role(ben.page, 'Come without a role').check()
  await submit(ben)
  await seen(thanks(ben.page, 'Ben'))
})

test('R2 R13 an earlier answer is there again after the proof, its seats count as free for oneself, and a no gives them back', async () => {
  const held = await event(await host(), [
    { name: 'Speaker', max: 1 },
    { name: 'Guest', max: 2 },
  ])
  const [dana, again, eli] = [await stage.newPerson(), await stage.newPerson(), await stage.newPerson()]
  await dana.open(held.invitation)
  await proveEmail(stage, dana, 'dana@guests.test', 'Dana')
  await sayYes(dana, 'Speaker')
  await again.open(held.invitation)
  await unfoldEmail(again.page)
  await again.page.getByLabel('Email').fill('dana@guests.test')
  await seen(again.page.getByText('You already answered. Verify your email to see or change it.'))
  await eli.open(held.invitation)
  await proveEmail(stage, eli, 'eli@guests.test', 'Eli')
  await attend(eli, 'Yes')
  await seen(roleSays(eli.page, 'Speaker', 'Full'))

  await dana.page.reload()
  await seen(ownCard(dana.page, 'coming'))
  await changeAnswer(dana)
  await seen(dana.page.getByText('Yours', { exact: true }))
  expect(await coming(dana.page, 'yes').isChecked()).toBe(true)
  expect(await role(dana.page, 'Speaker').isChecked()).toBe(true)
  await role(dana.page, 'Speaker').uncheck()
  await seen(roleSays(dana.page, 'Speaker', '1 of 1 left'))
  await role(dana.page, 'Speaker').check()
  await dana.shoot('22-own-seat')
  await role(dana.page, 'Guest').check()
  await submit(dana)
  await seen(roleSays(eli.page, 'Guest', '1 of 2 left'))
  await changeAnswer(dana)
  await attend(dana, 'No')
  await submit(dana)
  await seen(dana.page.getByText(/can see it\./))
  await dana.shoot('23-said-no')
  await seen(roleSays(eli.page, 'Speaker', '1 of 1 left'))
})

test('R18 R19 the organizer enables confirmation, and invitees are asked to confirm, also those who have answered already', async () => {
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Speaker', max: 3 }])
  const organizer = await stage.newPerson({ token: olivia.token })
  const [early, late] = [await stage.newPerson({ width: 390, height: 844 }), await stage.newPerson()]
  await early.open(held.invitation)
  await proveEmail(stage, early, 'early@guests.test', 'Early Bird')
  await sayYes(early, 'Speaker')
  await late.open(held.invitation)
  await proveEmail(stage, late, 'late@guests.test', 'Late Riser')
  await attend(late, 'Yes')
  await role(late.page, 'Speaker').check()

  await organizer.open(`/event/${held.eventId}?tab=settings`)
  await button(organizer.page, 'Options').click()
  await organizer.page.getByRole('menuitem', { name: 'Enable Confirmation' }).click()
  await organizer.shoot('24-confirmation-alert')
  await button(organizer.page, 'OK').click()
  await button(organizer.page, 'Enable Confirmation').click()
  await button(organizer.page, 'Ask them to confirm').click()
  await seen(organizer.page.getByText('Confirmation enabled — invitees will now be asked to confirm.'))
  await seen(button(early.page, 'Confirm my seat'))
  await early.shoot('25-asked-to-confirm')
  await submit(late)
  await seen(late.page.getByRole('dialog', { name: 'Can you confirm?' }))
  await late.shoot('26-confirm-dialog')
  await button(late.page, 'Send, confirm later').click()
  await seen(thanks(late.page, 'Late Riser'))
  await button(early.page, 'Confirm my seat').click()
  await seen(early.page.getByText('You have confirmed.'))
  await openTab(organizer.page, 'Roles')
  await seen(bar(organizer.page, 'Speaker: 3 seats, 1 yes, confirmed, 1 yes, not confirmed'))
  await openTab(organizer.page, 'Answers')
  await seen(organizer.page.getByRole('row').filter({ hasText: 'early@guests.test' }).getByText('Yes, confirmed'))
  await organizer.shoot('27-confirmed')
})

test('R27 Keep Private takes the coverage off the Thank You screen at once', async () => {
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Speaker', max: 3 }])
  const organizer = await stage.newPerson({ token: olivia.token })
  const guest = await stage.newPerson()
  await guest.open(held.invitation)
  await proveEmail(stage, guest, 'curious@guests.test', 'Curious')
  await sayYes(guest, 'Speaker')
  await guest.page.getByText('How the seats fill up').click()
  await seen(heading(guest.page, 'Seats so far'))
  await organizer.open(`/group/${held.groupId}?tab=settings`)
  await organizer.page.getByRole('radio', { name: 'Keep Private' }).click()
  await gone(heading(guest.page, 'Seats so far'))
  await guest.page.reload()
  await seen(ownCard(guest.page, 'coming'))
  await changeAnswer(guest)
  await seen(roleSays(guest.page, 'Speaker', '2 of 3 left'))
})

test('R4 R8 limits are stepped and roles deleted in front of everyone’s eyes', async () => {
  const olivia = await host()
  const held = await event(olivia, [
    { name: 'Speaker', max: 2 },
    { name: 'Guest', max: 4 },
  ])
  await answer(held, 'Fay', ['Speaker'])
  const organizer = await stage.newPerson({ token: olivia.token })
  const gus = await stage.newPerson()
  const { page } = organizer
  await gus.open(held.invitation)
  await proveEmail(stage, gus, 'gus@guests.test', 'Gus')
  await attend(gus, 'Yes')
  await organizer.open(`/group/${held.groupId}`)
  for (let step = 0; step < 3; step++) await button(page, 'Limit of Speaker: one more').click()
  await seen(roleSays(gus.page, 'Speaker', '4 of 5 left'))
  await page.getByRole('spinbutton', { name: 'Limit of Speaker' }).fill('1')
  await seen(roleSays(gus.page, 'Speaker', 'Full'))
  expect(await button(page, 'Limit of Speaker: one less').isDisabled()).toBe(true)

  await page.getByRole('textbox', { name: 'New role' }).fill(' guest ')
  await page.getByRole('textbox', { name: 'New role' }).press('Enter')
  await seen(page.getByText('Role name must be unique', { exact: true }))
  await page.getByRole('textbox', { name: 'New role' }).fill('Usher')
  await page.getByRole('textbox', { name: 'New role' }).press('Enter')
  await seen(roleSays(gus.page, 'Usher', '1 of 1 left'))
  await seen(page.getByText('Role limit reached (3 roles allowed). Upgrade your plan for more roles.'))
  await organizer.shoot('28-role-manager')

  await button(page, 'Delete Guest').click()
  await seen(heading(page, 'Delete this role?'))
  await button(page, 'Cancel').click()
  await button(page, 'Delete Speaker').click()
  await seen(heading(page, '1 attendee(s) already signed up. Delete anyway?'))
  await organizer.shoot('29-delete-role')
  await button(page, 'Delete').click()
  await gone(role(gus.page, 'Speaker'))
  await openTab(page, 'Answers')
  await seen(page.getByRole('row').filter({ hasText: 'fay@guests.test' }).getByText('Coming', { exact: true }))
  await stage.mailbox.next('fay@guests.test', /Your role was removed from “Summer school”/, undoSeconds * 1_000 + timeoutMs)
})
