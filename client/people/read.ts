// What comes of a list: people, and what became none, each with why.

export interface ReadPerson {
  readonly name: string
  readonly email: string
  readonly mobile: string
  /** The cell's text, where a column says so. */
  readonly role: string
}
export interface LeftOut {
  readonly text: string
  readonly why: string
}
export interface ReadList {
  readonly people: readonly ReadPerson[]
  readonly leftOut: readonly LeftOut[]
}

export const noAddress = 'There is no email address.'
export const notAnAddress = 'This isn’t an email address.'
