// Help (/help): the questions people ask first, and whom to ask the rest.
import { Link } from '#client/ui/actions/link.tsx'
import { Operator, Part, TextPage } from './text-page.tsx'

/** Draws the page. */
export const HelpPage = () => (
  <TextPage title="Help" lead="The questions people ask first.">
    <Part title="I was invited. How do I answer?">
      <p>
        Open the link you were sent, choose a role, enter your email address and name, and type the code we email you. Then say yes or no.
        You need no account. The email that we send you then has a link of your own, to see or change your answer without a code;{' '}
        <Link href="/my-answers">we email it again</Link> if you can’t find it.
      </p>
    </Part>
    <Part title="The code doesn’t come">
      <p>
        Look into the spam folder and check the address you typed. You can ask for a new code after half a minute; the email also has a link
        that does the same as the code.
      </p>
    </Part>
    <Part title="My role is full">
      <p>
        Its seats are taken. Choose another role, join the waitlist where there is one, or look again later: a seat that somebody gives back
        shows at once.
      </p>
    </Part>
    <Part title="I want to invite people">
      <p>
        <Link href="/create">Create an event</Link>, add its roles and seats, and send people the link. Without an account we email you a
        link to publish it with. You see every answer as it comes on your dashboard.
      </p>
    </Part>
    <Part title="I can’t get in">
      <p>
        <Link href="/forgot-password">Choose a new password</Link>, or <Link href="/request-token">get an access link</Link> by email.
      </p>
    </Part>
    <Part title="Something else">
      <p>
        The <Link href="/user-guide">user guide</Link> goes through everything. Or write to <Operator subject="Help" />.
      </p>
    </Part>
  </TextPage>
)
