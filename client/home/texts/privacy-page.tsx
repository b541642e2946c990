// Privacy (/privacy): what is kept, who sees it and for how long, in plain words.
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

export const PrivacyPage = () => (
  <TextPage title="Privacy" lead="What we keep about you, who sees it, and how to have it removed.">
    <TextSection title="If you answer an invitation">
      <p>
        We keep your email address, the name you type, your answer, your roles, your note and what you answer to the organizer’s questions,
        for the organizer of that event. So are the names of those you bring along, and the name and email address of whom you offer your
        seat, with until when that offer holds. Other guests never see any of it; they see how many seats are taken.
      </p>
      <p>
        Beside your answer stands when you were invited and first opened the invitation, how you came by your seat, how often you change
        your answer, the organization as whose member you come, and other groups at the same time in which you have a seat. If the organizer
        takes your answer away, it is kept when, and whether you were told.
      </p>
      <p>
        Where guests are let in with a pass, we keep when you went in and out, and at which door, for those who manage the event. Those at
        the door see your name and those who come with you, never an email address.
      </p>
      <p>
        Your email address is verified with a code that works for {code.lifeMinutes} minutes, or with a link. A cookie then remembers for
        two hours that it is yours. It is needed for nothing else.
      </p>
    </TextSection>
    <TextSection title="If someone else gives us your address">
      <p>
        An organizer may invite you, give you a role, add you to an organization or ask you to help with an event, and a guest may offer you
        a seat: then we keep the email address and the name that they typed, and write to you on their behalf. Those who manage the event
        see both. Of someone whom a guest only brings along we keep a name, and an email address where the guest sends them a link.
      </p>
      <p>
        Invitations, reminders and messages have a link that stops all further ones about that event, by one click and without an account.
        That you stopped them is remembered without your address. To have address and name erased, open your answer, or write to the
        organizer or to us.
      </p>
      <p>
        If emails don’t reach an address, or its owner reports one as spam, we mark that, so that we stop writing there. The mark holds no
        address, only a code made from it that can’t be read back; organizers see it beside the answers under that address.
      </p>
    </TextSection>
    <TextSection title="If you organize events">
      <p>
        We keep your email address, the name and username you choose, your events, and your password only in a form that it can’t be read
        from. A link to log in works for {linkLifeHours} hours. Your profile shows where you are logged in and ends all other logins.
      </p>
      <p>Guests read the name you give as the organizer. They never see your email address.</p>
      <p data-sold="">Payments are made with the payment provider. Card numbers never reach this site.</p>
    </TextSection>
    <TextSection title="Cookies and tracking">
      <p>
        There are no advertisements, no analytics and no pages of others inside ours. Cookies hold your login, the proof of your email
        address, that you help with an event, that this phone is at the door of an event, and, for half an hour, that you are not the person
        whose answer was given with this browser. One more says for {browserKnownDays} days that someone has logged in with this browser
        before, so that wrong passwords typed elsewhere don’t lock you out here.
      </p>
      <p>
        Browser storage holds your login, your choice of light or dark and what you are typing. A phone at a door also keeps the list of its
        guests, encrypted, so that it works without a network, until it is unpaired or the event has been over for some hours.
      </p>
      <p>A place leads to a map search on Google Maps, and a link in a description to wherever it points: only if you open it.</p>
    </TextSection>
    <TextSection title="How long it is kept">
      <p>
        Names and email addresses of guests and of those who were invited, notes and answers to questions are kept until {keptUntil()}, or
        until you erase yours; then they are removed, and only the counts stay. Answers to questions that the organizer marked as sensitive
        are removed {sensitiveDays} days after the end of the event. A deleted event goes with all its answers after 30 days. Emails we sent
        are removed after a week; an event that no one publishes, after two days.
      </p>
      <p>
        That you stopped the emails of an event is kept without an end, so that it holds. The mark of an address stays until the address is
        found to work again. The people who run this site may have made backups before: they hold what was there until newer ones take their
        place.
      </p>
    </TextSection>
    <TextSection title="Your rights">
      <p>
        If you answered an invitation, open your answer: there you see and change it, download what is kept about you, and erase it.{' '}
        <Link href="/my-answers">We email you the links of your answers</Link>. For everything else, ask the organizer of the event or write
        to <Operator subject="Privacy" />, who runs this site and answers for it.
      </p>
    </TextSection>
  </TextPage>
)
