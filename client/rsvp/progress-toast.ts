// The messages of an invitee's own progress replace one another: piled up, they would cover the button on a phone.
export const progressToast = 'rsvp'
