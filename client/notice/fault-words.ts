// Why emails don't reach somebody, in words: the same wherever an organizer reads it (R102).
import type { AddressFault } from '#protocol/seats/group.ts'

export const faultWords = {
  undeliverable: 'Address doesn’t work',
  complained: 'Reported as spam',
} as const satisfies Record<AddressFault, string>
