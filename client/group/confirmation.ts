// Where other parts of the page lead to turn confirmation on, and what is said of it, without loading the settings themselves.
export const enableConfirmationId = 'enable-confirmation'

export const confirmationEnabled = 'Confirmation enabled — invitees will now be asked to confirm.'
export const confirmationFailed = 'Failed to update confirmation setting.'
