// Places in a row: 0, 1, 2 …, to map over and to use as keys where a thing is its place.

/** Counts from 0 up to, not including, `count`. */
export const places = (count: number) => Array.from({ length: Math.max(0, count) }, (_, place) => place)
