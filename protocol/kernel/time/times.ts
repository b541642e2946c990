// R141, R142: when and where a group takes place: at its own times and place, or at its event's. The one place that says so; all clocks go by it.

/** Two instants (ISO, UTC), the end after the start; what takes place holds from the first to before the second. */
export interface Times {
  readonly start: string
  readonly end: string
}
/** What a group may have of its own; '' or absent for its event's. Start and end are there both or neither. */
export interface OwnTimes {
  readonly start?: string | undefined
  readonly end?: string | undefined
  readonly location?: string | undefined
}

export const hasOwnTimes = ({ start, end }: OwnTimes) => Boolean(start && end)

/** The event as this group has it. */
export const atGroup = <E extends Times & { readonly location: string }>(event: E, { start, end, location }: OwnTimes): E => ({
  ...event,
  ...(start && end && { start, end }),
  ...(location && { location }),
})

/** R142: when the last of its groups is over; the event's own end where it has none. */
export const lastEndOf = (event: Times, groups: readonly OwnTimes[]): string =>
  groups
    .map(({ end }) => end || event.end)
    .sort()
    .at(-1) ?? event.end
