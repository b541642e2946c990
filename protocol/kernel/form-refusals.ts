// The refusals whose sentences the invitee's page and the login page say by themselves: apart from the rest, which their first load then doesn't bring.

export const formRefusals = {
  'event-ended': [409, 'This event has ended'],
  'event-cancelled': [409, 'This event was canceled'],
  'proof-missing': [403, 'Please verify your email first.'],
  'answer-blocked': [403, 'You can no longer answer this invitation. Please contact the person who invited you.'],
  'members-only': [403, 'This event is for members only.'],
  'sign-in-needed': [401, 'Please login or use your emailed access link to access this page'],
} as const
