// What this installation is like, as the served page says it (protocol/kernel/settings.ts): there from the start, and asked of nobody.
import type { Settings } from '#protocol/kernel/settings.ts'

let given: Partial<Record<keyof Settings, string>> = {}

/** Says it where no page was served: when the server draws one (R81). */
export function tellSettings(settings: Settings) {
  given = { ...settings, retentionDays: String(settings.retentionDays) }
}

const said = (): Partial<Record<keyof Settings, string>> => (typeof document === 'undefined' ? given : document.documentElement.dataset)

/** R74: whether plans are sold here at all. style.css hides the links that lead to them. */
export const isSold = () => said().payments !== 'off'

/** R74: a sentence of the product without its advice to upgrade, where there is nothing to upgrade to. */
export const planSentence = (sentence: string) => (isSold() ? sentence : sentence.replace(/ ?Upgrade your plan[^.]*\./, ''))

/** Where the people behind this installation are reached; '' where the page doesn't say. */
export const supportAddress = () => said().supportEmail ?? ''

/** R96: how many days after the end of an event its guests are known by name; '' where the page doesn't say. */
export const retentionDays = () => said().retentionDays ?? ''

/** R75: the address of a mail to the people behind this installation, its subject filled in. */
export const supportMail = (subject: string) => `mailto:${supportAddress()}?subject=${encodeURIComponent(subject)}`
