// How a count is written on every page: '10,000'.

/** Writes a whole number with its thousands apart. */
export const formatCount = (count: number) => count.toLocaleString('en')
