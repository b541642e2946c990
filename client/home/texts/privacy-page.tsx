// Privacy (/privacy): what is kept, who sees it and for how long, in plain words.
import { Link } from '#client/ui/actions/link.tsx'
import { code, linkLifeHours } from '#protocol/limits.ts'
import { Operator, Part, TextPage } from './text-page.tsx'

/** Draws the page. */
export const PrivacyPage = () => (
  <TextPage title="Privacy" lead="What is kept about you here, who sees it, and how you have it removed.">
    <Part title="If you answer an invitation">
      <p>
        We keep your email address, the name you type, your answer and your roles, for the organizer of that event. Other guests never see
        your name or your email address; they see how many seats are taken.
      </p>
      <p>
        Your email address is proven with a code that works for {code.lifeMinutes} minutes, or with a link. A cookie then remembers for two
        hours that it is yours. It is needed for nothing else.
      </p>
    </Part>
    <Part title="If you organize events">
      <p>
        We keep your email address, the name and username you choose, your events, and your password only in a form that it can’t be read
        from. A link to log in works for {linkLifeHours} hours. Your profile shows where you are logged in and ends all other logins.
      </p>
      <p>Guests read the name you give as the host. They never see your email address.</p>
      <p data-sold="">Payments are made with the payment provider. Card numbers never reach this site.</p>
    </Part>
    <Part title="Cookies and tracking">
      <p>
        There are no advertisements, no analytics and no pages of others inside ours. Cookies and browser storage hold your login, the proof
        of your email address, your choice of light or dark, and what you are typing.
      </p>
      <p>A place leads to a map search on Google Maps, and a link in a description to wherever it points: only if you open it.</p>
    </Part>
    <Part title="How long it is kept">
      <p>
        Answers are kept as long as the organizer keeps the event. A deleted event goes with all its answers after 30 days. Emails we sent
        are removed after a week; an event that nobody publishes, after two days.
      </p>
    </Part>
    <Part title="Your rights">
      <p>
        If you answered an invitation, open your answer: there you see and change it, download what is kept about you, and erase it.{' '}
        <Link href="/my-answers">We email you the links of your answers</Link>. For everything else, ask the organizer of the event or write
        to <Operator subject="Privacy" />, who runs this site and answers for it.
      </p>
    </Part>
  </TextPage>
)
