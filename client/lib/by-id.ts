// Records kept by id: the one rule by which a newer one takes the place of an older one.

type ById<T> = Readonly<Record<string, T>>

/** Puts a record in, unless the one held has the same or a later revision. */
export const withNewer = <T extends { readonly _id: string; readonly rev: number }>(held: ById<T>, record: T): ById<T> =>
  (held[record._id]?.rev ?? -1) >= record.rev ? held : { ...held, [record._id]: record }

/** Takes the record of an id out. */
export const without = <T>(held: ById<T>, id: string): ById<T> => Object.fromEntries(Object.entries(held).filter(([key]) => key !== id))
