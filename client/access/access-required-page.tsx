// Closed doors: the access-required page (/access), the dashboard to nobody, and a page for accounts to somebody with a link.
import { refusals } from '#protocol/refusals.ts'
import { ClosedDoor } from './closed-door.tsx'

export const AccessRequiredPage = () => <ClosedDoor title="Access required" sentence={refusals['sign-in-needed'][1]} />

export const ClosedDashboard = () => (
  <ClosedDoor title="Dashboard" sentence="Login or use the link emailed to you to access your dashboard." />
)

/** R30: what an access link doesn't open. */
export const AccessError = () => <ClosedDoor title="Access Error" sentence={refusals['account-needed'][1]} isTitleShown />
