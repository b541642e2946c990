// Terms (/terms): what one may expect of this installation, and what it expects.
import { Operator, TextPage, TextSection } from './text-page.tsx'

export const TermsPage = () => (
  <TextPage title="Terms" lead="What you may expect of this site, and what it expects of you.">
    <TextSection title="Using it">
      <p>You may create events, invite people and answer invitations. Answering an invitation is free and needs no account.</p>
      <p>
        Invite only people who may expect it. Don’t send advertisements, don’t pretend to be someone else, and don’t try to break or
        overload the site. Violators can be blocked.
      </p>
    </TextSection>
    <TextSection title="What you enter">
      <p>
        What you enter stays yours. It is shown to those it is meant for: what you write about an event to everyone with its link, an answer
        to its organizer.
      </p>
    </TextSection>
    <TextSection title="Seats">
      <p>
        A seat is yours once the page says that your answer was saved. A role never has more people than seats. Organizers can change or
        cancel an event; those who said yes are told by email when its time or place changes, or when it is canceled.
      </p>
    </TextSection>
    <div data-sold="">
      <TextSection title="Paid plans">
        <p>
          Prices are on the plans page. A plan renews automatically until you cancel it in your profile; it then lasts to the end of what is
          paid for.
        </p>
      </TextSection>
    </div>
    <TextSection title="No warranty">
      <p>
        Rolecall is free software under the MIT license and comes without warranty. This installation is run by <Operator subject="Terms" />
        .
      </p>
    </TextSection>
  </TextPage>
)
