// Privacy (/privacy): what is kept, who sees it and for how long, in plain words.
import type { ReactNode } from 'react'
import { retentionDays } from '#client/lib/settings.ts'
import { Link } from '#client/ui/actions/link.tsx'
import { browserKnownDays, code, linkLifeHours, sensitiveDays } from '#protocol/kernel/limits.ts'
import { Operator, TextPage, TextSection } from './text-page.tsx'

/** R96: as this installation is set. */
function keptUntil() {
  const days = retentionDays()
  const end = 'the end of the event'
  return days ? `${days === '1' ? 'a day' : `${days} days`} after ${end}` : `some time after ${end}`
}

const Points = ({ children }: { children: ReactNode }) => <ul className="flex list-disc flex-col gap-2 pl-5">{children}</ul>

const IfYouAnswer = () => (
  <TextSection title="If you answer an invitation">
    <p>We keep for the organizer of that event:</p>
    <Points>
      <li>your email address, the name you type, your answer, your roles, your note and your answers to the organizer’s questions;</li>
      <li>the names of those you bring along;</li>
      <li>the name and email address of whom you offer your seat, and until when that offer holds;</li>
      <li>when you were invited and first opened the invitation, how you came by your seat, and how often you change your answer;</li>
      <li>the organization as whose member you come, and other groups at the same time in which you have a seat;</li>
      <li>if the organizer takes your answer away: when, and whether you were told;</li>
      <li>if guests are let in with a pass: when you went in and out, and at which door.</li>
    </Points>
    <p>
      Other guests never see any of it. They see how many seats are taken. Helpers at the door see your name and those who come with you,
      never an email address.
    </p>
    <p>
      You verify your email address with a code that works for {code.lifeMinutes} minutes, or with a link. A cookie then remembers for two
      hours that it is yours. It is needed for nothing else.
    </p>
  </TextSection>
)

const IfOthersGiveIt = () => (
  <TextSection title="If someone else gives us your address">
    <p>
      An organizer may invite you, give you a role, add you to an organization or ask you to help with an event, and a guest may offer you a
      seat. Then we keep the email address and the name that they typed, and write to you on their behalf.
    </p>
    <Points>
      <li>Those who manage the event see both.</li>
      <li>If a guest only brings you along, we keep your name, and your email address if the guest sends you a link.</li>
      <li>
        Every invitation, reminder and message has a link that stops all further ones about that event, by one click and without an account.
        That you stopped them is remembered without your address.
      </li>
      <li>To have address and name erased, open your answer, or write to the organizer or to us.</li>
      <li>
        If emails don’t reach an address, or its owner reports one as spam, we mark that and stop writing there. The mark holds no address,
        only a code made from it that can’t be read back. Organizers see it beside the answers under that address.
      </li>
    </Points>
  </TextSection>
)

const IfYouOrganize = () => (
  <TextSection title="If you organize events">
    <Points>
      <li>We keep your email address, the name and username you choose, and your events.</li>
      <li>We keep your password only in a form that it can’t be read from.</li>
      <li>A link to log in works for {linkLifeHours} hours. Your profile shows where you are logged in and ends all other logins.</li>
      <li>Guests read the name you give as the organizer. They never see your email address.</li>
      <li data-sold="">Payments are made with the payment provider. Card numbers never reach this site.</li>
    </Points>
  </TextSection>
)

const Cookies = () => (
  <TextSection title="Cookies and tracking">
    <p>There are no advertisements, no analytics and no pages of others inside ours.</p>
    <p>Cookies hold:</p>
    <Points>
      <li>your login, and the proof of your email address;</li>
      <li>that you help with an event, or that this phone is at the door of an event;</li>
      <li>for half an hour, that you are not the person whose answer was given with this browser;</li>
      <li>
        for {browserKnownDays} days, that someone has logged in with this browser before, so that wrong passwords typed elsewhere don’t lock
        you out here.
      </li>
    </Points>
    <p>
      Browser storage holds your login, your choice of light or dark and what you are typing. A phone at a door also keeps the list of its
      guests, encrypted, so that it works without a network. The list goes when the phone is unpaired, or some hours after the event.
    </p>
    <p>A place leads to a map search on Google Maps, and a link in a description to wherever it points: only if you open it.</p>
  </TextSection>
)

const HowLong = () => (
  <TextSection title="How long it is kept">
    <Points>
      <li>
        Names and email addresses of guests and of those who were invited, notes and answers to questions are kept until {keptUntil()}, or
        until you erase yours. Then they are removed, and only the counts stay.
      </li>
      <li>Answers to questions that the organizer marked as sensitive are removed {sensitiveDays} days after the end of the event.</li>
      <li>A deleted event goes with all its answers after 30 days, and an event that no one publishes after two days.</li>
      <li>Emails we sent are removed after a week.</li>
      <li>If you stopped the emails of an event, we remember that for good, so that they stay stopped.</li>
      <li>The mark of an address stays until the address is found to work again.</li>
      <li>Backups that the people who run this site made before hold what was there until newer ones take their place.</li>
    </Points>
  </TextSection>
)

export const PrivacyPage = () => (
  <TextPage title="Privacy" lead="What we keep about you, who sees it, and how to have it removed.">
    <IfYouAnswer />
    <IfOthersGiveIt />
    <IfYouOrganize />
    <Cookies />
    <HowLong />
    <TextSection title="Your rights">
      <p>
        If you answered an invitation, open your answer: there you see and change it, download what is kept about you, and erase it.{' '}
        <Link href="/my-answers">Get a link to your answer</Link> by email. For everything else, ask the organizer of the event or write to{' '}
        <Operator subject="Privacy" />, who runs this site and answers for it.
      </p>
    </TextSection>
  </TextPage>
)
