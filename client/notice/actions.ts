// What a guest chooses about the emails of one event, and an organizer about an address: one call each (R102).
import { call } from '#client/lib/call.ts'
import { newKey } from '#client/lib/new-key.ts'
import { noticeApi } from '#protocol/mail/notice.ts'

export const readChoice = (token: string) => call(noticeApi.open, { token })
export const stopNotices = (token: string) => call(noticeApi.stop, { token }, { key: newKey() })
export const resumeNotices = (token: string) => call(noticeApi.resume, { token }, { key: newKey() })
/** R102: the new address gets what was sent to the wrong one. */
export const correctAddress = (groupId: string, rsvpId: string, email: string) =>
  call(noticeApi.correctAddress, { id: groupId, rsvpId, email }, { key: newKey() })
export const retryAddress = (groupId: string, rsvpId: string) => call(noticeApi.retryAddress, { id: groupId, rsvpId }, { key: newKey() })
