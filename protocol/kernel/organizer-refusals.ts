// The refusals whose sentences the pages of organizers say by themselves: apart from the rest, which their first load then doesn't bring.

export const organizerRefusals = {
  'account-needed': [403, 'Please log in with your account to do this.'],
  'not-yours': [403, 'You do not have access to this.'],
  'start-past': [400, 'The start must be in the future.'],
  'end-before-start': [400, 'The end must be after the start.'],
  'organizer-email-missing': [400, 'Organizer email is required'],
  'team-plan-needed': [403, 'Team or Enterprise plan required'],
  'org-owner-email-missing': [
    400,
    'Cannot create organization: owner email is missing. Please ensure you are logged in and user info is loaded.',
  ],
} as const
