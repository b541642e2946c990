// Joins class names, leaving out what is off, so that parts can say conditions in one line.
export type ClassValue = string | false | null | undefined

/** Joins the class names that are strings. */
export const cx = (...values: ClassValue[]) => values.filter(Boolean).join(' ')
