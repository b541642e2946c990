// How each dialog of the product is opened: who looks at which page, and what they press there, again each time it is to be open.
import type { Page } from 'playwright-core'
import type { Person } from '../kit.ts'
import { guestRows } from './guest-rows.ts'
import { hostRows } from './host-rows.ts'
import { lateRows } from './late-rows.ts'
import type { World } from './world.ts'

/** A name of what is pressed, or what else is done. */
export type Press = string | RegExp | ((page: Page) => Promise<unknown>)
export interface Row {
  /** Their login; none for guests. */
  readonly as?: (world: World) => string
  readonly path: (world: World) => string | Promise<string>
  /** Done once, before. */
  readonly first?: (person: Person, world: World) => Promise<unknown>
  readonly press: readonly Press[]
  /** What the server answers on the way to it, e.g. /409/. */
  readonly expects?: RegExp
}

/** By file and function, as tests/structure/dialogs.ts finds them. */
export const rows: Readonly<Record<string, Row>> = { ...hostRows, ...guestRows, ...lateRows }

const press = (page: Page, name: string | RegExp) => {
  const all = (['button', 'menuitem', 'tab', 'link'] as const).map((of) => page.getByRole(of, { name, exact: true }))
  return all
    .reduce((some, one) => some.or(one))
    .filter({ visible: true })
    .first()
    .click()
}

/** Presses one after the other what leads to the dialog. */
export async function openBy(page: Page, { press: all }: Row) {
  for (const one of all) await (typeof one === 'function' ? one(page) : press(page, one))
}
