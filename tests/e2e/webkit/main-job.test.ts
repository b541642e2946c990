// The main job in the engine of Safari: an organizer sets up an event, an invitee answers, and the organizer's screen moves.
import { afterAll, beforeAll, test } from 'vitest'
import { openMailbox } from '../mailbox.ts'
import { typedStart } from '../seed.ts'
import { type Server, startServer } from '../server.ts'
import { openWindows, type Window } from './windows.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
const newWindow = openWindows()
const mailbox = openMailbox(() => server.url)

/** A press that was lost is tried again by other people. */
let attempt = 0
/** Signs up and verifies the email in the same browser, which logs in. */
async function signUp(window: Window, email: string) {
  await window.open(`${server.url}/signup`)
  await window.type('Email', email)
  await window.type('Username', `olivia_w${attempt}`)
  await window.type('Password', 'correct horse battery')
  await window.press('Sign up')
  await window.sees('Please check your inbox.')
  await window.open(await mailbox.link(email, /Verify/))
  await window.sees('Email verified successfully!')
}

/** Creates an event with one role and gives its share link. */
async function createEvent(window: Window) {
  await window.open(`${server.url}/create`)
  await window.type('Event name', 'Autumn meetup')
  await window.date('Start', typedStart(10))
  await window.shoot('details')
  await window.press('Next')
  await window.press('Add Role')
  await window.type('Role 1 name', 'Speaker')
  await window.press('Create event')
  await window.sees('Autumn meetup')
}

// WebKitWebDriver presses where an element stood: a press is lost where the page moves at that moment.
const pressLost = { retry: 2 }
test(
  'R13 R14 R227 in WebKit an organizer signs up, creates an event and shares it; an invitee answers, and the board moves',
  pressLost,
  async () => {
    attempt++
    const [organizer, invitee] = await Promise.all([newWindow(), newWindow()])
    await signUp(organizer, `olivia${attempt}@webkit.test`)
    await createEvent(organizer)
    await organizer.shoot('dashboard')
    await organizer.follow('Autumn meetup')
    const link = await organizer.linkTo('/e/')

    await invitee.open(link)
    await invitee.sees('Autumn meetup')
    await invitee.shoot('invitation')
    await invitee.hydrated()
    await invitee.choose('Speaker')
    await invitee.type('Email', `ines${attempt}@webkit.test`)
    await invitee.type('Name', 'Inés Moreno')
    await invitee.press('Verify your email')
    await invitee.sees('Verification code sent to your email')
    await invitee.open(link) // after a look into the mailbox
    await invitee.type('Verification code', await mailbox.code(`ines${attempt}@webkit.test`))
    await invitee.sees('Email verified successfully!')
    await invitee.sees('Thank You, Inés Moreno')
    await invitee.shoot('thank-you')

    await organizer.press('Answers')
    await organizer.sees(`ines${attempt}@webkit.test`)
    await organizer.shoot('event')
  },
)
