// What anyone may know of this installation: whom to write to, and whether plans are sold here. Not a call: each served page carries it
// as attributes of its <html>, so that a page knows from the start, and needs no state for not knowing yet.

export interface Settings {
  /** R75: for help, trials and the Enterprise plan. */
  readonly supportEmail: string
  /** R96: how many days after the end of an event its guests are known by name (RETENTION_DAYS). */
  readonly retentionDays: number
  /** R74: for real; by the built-in sandbox, on a laptop or as a demonstration that says so; or not at all. */
  readonly payments: 'on' | 'sandbox' | 'demonstration' | 'off'
}
