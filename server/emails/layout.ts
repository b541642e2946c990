// The one layout of all emails: plain text, and HTML that reads well in light and dark clients, on a phone, and where styles are dropped (R66).
import { html, raw } from 'hono/html'

/** A link with an `rsvpId` becomes that guest's personal one when the email is sent (R87). */
export interface LinkBlock {
  readonly link: string
  readonly label: string
  readonly rsvpId?: string
  /** A small one, at the end. */
  readonly isQuiet?: true
}
export type Block = { readonly p: string } | { readonly code: string } | { readonly picture: string } | LinkBlock
/** Stands for the personal links of all answers under this address, looked up when the email is sent (R88). */
export interface AnswersBlock {
  readonly answersOf: string
}
/** Stands for when and where an event takes place, looked up when the email is sent: an invitation that waited says what is true by then (R97). */
export interface FactsBlock {
  readonly factsOf: string
}
/** R94: stands for who offers which seats until when, and the link to answer: `link` with its token. It is sent only while the offer is pending. */
export interface HandOverBlock {
  readonly handOver: { readonly rsvpId: string; readonly id: string }
  readonly link: string
}
/** Stands for the text of a message, kept once for all who get it (R101); `isPlain` for those in whose email no word may become a link. */
export interface TextBlock {
  readonly textOf: string
  readonly isPlain: boolean
}
/** What an email says, before it is laid out. */
export interface Message {
  readonly subject: string
  readonly blocks: readonly (Block | AnswersBlock | FactsBlock | HandOverBlock | TextBlock)[]
}
/** The same with every link in it. */
export interface AddressedMessage extends Message {
  readonly blocks: readonly Block[]
}

/** '' for a picture: it shows only what the text says too. */
function textOf(block: Block): string {
  if ('picture' in block) return ''
  return 'p' in block ? block.p : 'code' in block ? block.code : `${block.label}:\n${block.link}`
}

/** Inline styles, which every client takes, are those of the light scheme; these are for clients that know the dark one. */
const dark = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#12100e!important}
.card{background:#1f1b18!important;border-color:#3a342f!important}
.text{color:#f3eee7!important}
.quiet{color:#bdb4a9!important}
.well{background:#2a2521!important}
.button{background:#f3eee7!important;color:#1c1815!important}
}
@media (max-width:480px){.card{padding:24px 20px!important}}`

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const styles = {
  text: `margin:0 0 18px;${font};font-size:16px;line-height:25px;color:#231d17`,
  quiet: `margin:0 0 18px;${font};font-size:13px;line-height:20px;color:#615a52;word-break:break-all`,
  brand: `margin:0 0 20px;${font};font-size:17px;line-height:24px;font-weight:700;color:#231d17`,
  picture: 'display:block;width:100%;height:auto;margin:0 0 20px;border:0;border-radius:10px',
  code: 'margin:0 0 18px;padding:16px;border-radius:10px;background:#f1ede7;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:30px;line-height:36px;font-weight:700;letter-spacing:6px;text-align:center;color:#231d17',
  button: `display:inline-block;padding:13px 22px;border-radius:10px;background:#231d17;${font};font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none`,
  card: 'max-width:520px;width:100%;border:1px solid #e2dcd4;border-radius:14px;background:#ffffff;padding:32px',
}

/** Some mail programs drop the style that would keep line ends. */
const linesOf = (text: string) => text.split('\n').map((line, nth) => (nth > 0 ? html`<br>${line}` : line))

function htmlOf(block: Block) {
  if ('picture' in block) return html`<img src="${block.picture}" width="520" height="273" alt="" style="${raw(styles.picture)}">`
  if ('p' in block) return html`<p class="text" style="${raw(styles.text)}">${linesOf(block.p)}</p>`
  if ('code' in block) return html`<p class="well text" style="${raw(styles.code)}">${block.code}</p>`
  if (block.isQuiet) {
    return html`<p class="quiet" style="${raw(styles.quiet)}"><a class="quiet" href="${block.link}" style="color:#615a52">${block.label}</a></p>`
  }
  return html`<p style="margin:0 0 18px"><a class="button" href="${block.link}" style="${raw(styles.button)}">${block.label}</a></p>
<p class="quiet" style="${raw(styles.quiet)}">Or open this address:<br>${block.link}</p>`
}

/** The line that a mailbox shows beside the subject. */
const preview = (blocks: readonly Block[]) => blocks.map((block) => ('p' in block ? block.p : '')).join(' ')

/** One message as subject, plain text and HTML. */
export function renderEmail({ subject, blocks }: AddressedMessage): { subject: string; text: string; html: string } {
  const line = subject.replace(/[\r\n]+/g, ' ')
  const body = html`<!doctype html>
<html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${line}</title>
<style>${raw(dark)}</style></head>
<body class="page" style="margin:0;padding:0;background:#f6f3ee">
<div style="display:none;max-height:0;overflow:hidden">${preview(blocks)}</div>
<div role="article" aria-roledescription="email" aria-label="${line}" lang="en">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="page" align="center" style="padding:32px 16px;background:#f6f3ee">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;width:100%"><tr><td class="card" align="left" style="${raw(styles.card)}">
<p class="text" style="${raw(styles.brand)}">Rolecall</p>
${blocks.map(htmlOf)}
</td></tr></table>
</td></tr></table>
</div>
</body></html>`
  return { subject: line, text: `${blocks.map(textOf).filter(Boolean).join('\n\n')}\n`, html: String(raw(body)) }
}
