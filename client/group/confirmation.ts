// Where other parts of the page lead to turn confirmation on, without loading the settings themselves.
export const enableConfirmationId = 'enable-confirmation'
