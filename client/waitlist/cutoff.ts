// R91: until when a freed seat is simply given, in words.
/** R91: until when a freed seat is simply given. */
export const cutoffLabel = (hours: number) =>
  hours === 0
    ? 'Until the start'
    : hours % 24 === 0
      ? `Until ${hours / 24} ${hours === 24 ? 'day' : 'days'} before`
      : `Until ${hours} hours before`
