// Emails to guests that they did not ask for (R97 to R102).

/** Why such an email is sent. */
export const noticeKinds = ['invitation', 'confirmation', 'reminder', 'nudge', 'message'] as const
export type NoticeKind = (typeof noticeKinds)[number]
