// Every call of the product, by feature.

import { operatorApi } from '#protocol/app/operator.ts'
import { messageApi } from '#protocol/mail/message.ts'
import { noticeApi } from '#protocol/mail/notice.ts'
import { reminderApi } from '#protocol/mail/reminder.ts'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { planApi } from '#protocol/money/plan.ts'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { brandApi } from '#protocol/people/brand/brand.ts'
import { faceApi } from '#protocol/people/face.ts'
import { memberApi } from '#protocol/people/member.ts'
import { orgApi } from '#protocol/people/org.ts'
import { ownershipApi } from '#protocol/people/ownership.ts'
import { proofApi } from '#protocol/people/proof.ts'
import { teamApi } from '#protocol/people/team.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { historyApi } from '#protocol/record/history.ts'
import { undoApi } from '#protocol/record/undo.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { calendarApi } from '#protocol/seats/calendar.ts'
import { companionApi } from '#protocol/seats/claims/claim.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import { passApi } from '#protocol/seats/door/pass.ts'
import { walkinApi } from '#protocol/seats/door/walkin.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { pendingApi } from '#protocol/seats/pending.ts'
import { photoApi } from '#protocol/seats/photo/photo.ts'
import { removalApi } from '#protocol/seats/removal.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { severalApi } from '#protocol/seats/several/several.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'

export const api = {
  access: accessApi,
  account: accountApi,
  face: faceApi,
  activity: activityApi,
  assign: assignApi,
  brand: brandApi,
  calendar: calendarApi,
  checkout: checkoutApi,
  companion: companionApi,
  door: doorApi,
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
  ownership: ownershipApi,
  pass: passApi,
  pending: pendingApi,
  photo: photoApi,
  plan: planApi,
  proof: proofApi,
  reminder: reminderApi,
  removal: removalApi,
  rsvp: rsvpApi,
  several: severalApi,
  team: teamApi,
  undo: undoApi,
  waitlist: waitlistApi,
  walkin: walkinApi,
}
