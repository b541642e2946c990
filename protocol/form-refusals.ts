// The refusals whose sentences the invitee's page says by itself: apart from the rest, which its first load then doesn't bring.

export const formRefusals = {
  'event-ended': [409, 'This event has ended'],
  'event-cancelled': [409, 'This event was canceled'],
  'proof-missing': [403, 'Please verify your email first.'],
  'members-only': [403, 'This event is for members only.'],
} as const
