// Help (/help): the questions people ask first, and whom to ask the rest.
import { Link } from '#client/ui/actions/link.tsx'
import { Operator, TextPage, TextSection } from './text-page.tsx'

export const HelpPage = () => (
  <TextPage title="Help" lead="Answers to common questions.">
    <TextSection title="I was invited. How do I answer?">
      <p>
        Open the link you were sent, say whether you are coming, and take a seat if you like. Enter your email address and name, and type
        the code we email you: that sends your answer. You need no account. We then send you an email with your own link, to see or change
        your answer without a code; <Link href="/my-answers">we email it again</Link> if you can’t find it.
      </p>
    </TextSection>
    <TextSection title="The code doesn’t arrive">
      <p>
        Look in your spam folder and check the address you typed. You can ask for a new code after half a minute; the email also has a link
        that works instead of the code.
      </p>
    </TextSection>
    <TextSection title="My role is full">
      <p>
        All its seats are taken. Choose another role, join the waitlist if there is one, or look again later: when someone gives a seat
        back, you see it right away.
      </p>
    </TextSection>
    <TextSection title="I want to invite people">
      <p>
        <Link href="/create">Create an event</Link>, add its roles and seats, and send people the link. Without an account we email you a
        code to publish it with. You see every answer on your dashboard as it comes in.
      </p>
    </TextSection>
    <TextSection title="I can’t get in">
      <p>
        <Link href="/forgot-password">Choose a new password</Link>, or <Link href="/request-token">get a sign-in link</Link> by email.
      </p>
    </TextSection>
    <TextSection title="An invitation looks wrong" id="report">
      <p>
        If an invitation pretends to be someone it isn’t, asks for money or is offensive, please write to{' '}
        <Operator subject="Report an invitation" /> with its link. The people who run this site can take it down.
      </p>
    </TextSection>
    <TextSection title="Something else">
      <p>
        The <Link href="/user-guide">user guide</Link> explains everything. Or write to <Operator subject="Help" />.
      </p>
    </TextSection>
  </TextPage>
)
