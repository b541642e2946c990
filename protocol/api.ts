// Every call of the product, by feature.
import { accessApi } from './access.ts'
import { accountApi } from './account.ts'
import { activityApi } from './activity.ts'
import { assignApi } from './assign.ts'
import { calendarApi } from './calendar.ts'
import { checkoutApi } from './checkout.ts'
import { eventApi } from './event.ts'
import { groupApi } from './group.ts'
import { guestApi } from './guest.ts'
import { handoverApi } from './handover.ts'
import { historyApi } from './history.ts'
import { invitationApi } from './invitation.ts'
import { memberApi } from './member.ts'
import { messageApi } from './message.ts'
import { noticeApi } from './notice.ts'
import { operatorApi } from './operator.ts'
import { orgApi } from './org.ts'
import { pendingApi } from './pending.ts'
import { planApi } from './plan.ts'
import { proofApi } from './proof.ts'
import { reminderApi } from './reminder.ts'
import { rsvpApi } from './rsvp.ts'
import { undoApi } from './undo.ts'
import { waitlistApi } from './waitlist.ts'

export const api = {
  access: accessApi,
  account: accountApi,
  activity: activityApi,
  assign: assignApi,
  calendar: calendarApi,
  checkout: checkoutApi,
  event: eventApi,
  group: groupApi,
  guest: guestApi,
  invitation: invitationApi,
  handover: handoverApi,
  history: historyApi,
  member: memberApi,
  message: messageApi,
  notice: noticeApi,
  operator: operatorApi,
  org: orgApi,
  pending: pendingApi,
  plan: planApi,
  proof: proofApi,
  reminder: reminderApi,
  rsvp: rsvpApi,
  undo: undoApi,
  waitlist: waitlistApi,
}
