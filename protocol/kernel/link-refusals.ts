// The refusals of links and codes that no longer count, whose sentences their schemas say: apart from the rest, which pages that hold such a schema then don't bring.

export const linkRefusals = {
  'link-invalid': [400, 'Invalid or expired token'],
  'guest-link-over': [410, 'This link no longer works. A newer one may have replaced it.'],
  'pass-void': [410, 'This pass doesn’t count. A newer one may have replaced it.'],
  'door-link-over': [410, 'This link no longer works. Ask for a new one.'],
  'reset-invalid': [400, 'Invalid or expired token. Please try again.'],
  'hand-over-over': [410, 'This offer has ended.'],
  'companion-over': [410, 'This link has ended.'],
  'notice-link-over': [410, 'This link has ended.'],
} as const
