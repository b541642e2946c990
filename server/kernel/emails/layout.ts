// The one layout of all emails: plain text, and HTML that reads well in light and dark clients, on a phone, and where styles are dropped (R66).
import { html, raw } from 'hono/html'

/** A link with an `rsvpId` becomes that guest's personal one when the email is sent (R87). */
export interface LinkBlock {
  readonly link: string
  readonly label: string
  readonly rsvpId?: string
  /** R164: it opens the form at the first question that is open. */
  readonly isToQuestions?: true
  /** R153: it opens all groups of the event. */
  readonly isToEvent?: true
  /** R153: and there what their calendar follows all of them by. */
  readonly isToFeed?: true
  /** R180: it becomes those of the passes of the guest's party, or nothing where they have none by then. Its label begins with "Your". */
  readonly isPass?: true
  /** How many of these at most: the mail programs of many cut a long email off. */
  readonly atMost?: number
  /** A small one, at the end. */
  readonly isQuiet?: true
  /** A button beside the one that matters. */
  readonly isSecond?: true
}
/** R131: what an email is about, in a panel of its own: the event's name over its time, place and host. */
export interface FactsPanel {
  readonly facts: string
  readonly rows: readonly (readonly [label: string, value: string])[]
}
/** R252: one with a `pictureOf` gets the address that is that group's when the email is sent. */
export interface PictureBlock {
  readonly picture: string
  readonly pictureOf?: string
}
/** R131a: how its reader stands; the sentence under it says it in the text part. */
export interface TitleBlock {
  readonly title: string
}
export type Block = TitleBlock | { readonly p: string } | { readonly code: string } | PictureBlock | FactsPanel | LinkBlock
/** Stands for the personal links of all answers under this address, looked up when the email is sent (R88). */
export interface AnswersBlock {
  readonly answersOf: string
}
/** Stands for the facts of an event, looked up when the email is sent: an invitation that waited says what is true by then (R97). */
export interface FactsBlock {
  readonly factsOf: string
  /** R142: the group whose times and place they are; absent in emails of the releases before. */
  readonly groupId?: string
  /** For who has answered: in another's email no word may become a link (R117). */
  readonly isAsTyped?: boolean
}
/** R94: stands for who offers which seats until when, and the link to answer: `link` with its token. It is sent only while the offer is pending. */
export interface HandOverBlock {
  readonly handOver: { readonly rsvpId: string; readonly id: string }
  readonly link: string
}
/** R175: stands for whose companion gets which seat until when, and the link to answer; sent only while it can be. */
export interface CompanionBlock {
  readonly companionOf: { readonly rsvpId: string; readonly id: string }
  readonly link: string
}
/** R251: stands for the seats that are held for somebody, and until when; sent only while they are. */
export interface HeldBlock {
  readonly heldFor: { readonly rsvpId: string; readonly roleId: string }
}
/** Stands for the text of a message, kept once for all who get it (R101); `isPlain` for those in whose email no word may become a link. */
export interface TextBlock {
  readonly textOf: string
  readonly isPlain: boolean
}
/** What an email says, before it is laid out. */
export interface EmailContent {
  readonly subject: string
  readonly blocks: readonly (Block | AnswersBlock | FactsBlock | HandOverBlock | CompanionBlock | HeldBlock | TextBlock)[]
}
/** R216, R217: how an email looks that goes out under the brand of whose event it is about. */
export interface EmailFace {
  readonly name: string
  /** Hosted by us; null for none. */
  readonly logo: { readonly url: string; readonly width: number; readonly height: number } | null
  readonly button: Readonly<Record<'light' | 'dark', { readonly button: string; readonly onButton: string }>>
  readonly hidesMadeWith: boolean
  /** R218: the start of every link. */
  readonly publicUrl: string
}
/** The same with every link in it. */
export interface AddressedMessage extends EmailContent {
  readonly blocks: readonly Block[]
}

/** '' for a picture and a title: they show only what the text says too. */
function blockText(block: Block): string {
  if ('picture' in block || 'title' in block) return ''
  if ('facts' in block) return [`Event: ${block.facts}`, ...block.rows.map(([label, value]) => `${label}: ${value}`)].join('\n')
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
.second{background:transparent!important;border-color:#6b6259!important;color:#f3eee7!important}
}
@media (max-width:480px){.card{padding:24px 20px!important}}`

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const styles = {
  text: `margin:0 0 18px;${font};font-size:16px;line-height:25px;color:#231d17`,
  headline: `margin:0 0 12px;${font};font-size:24px;line-height:30px;font-weight:700;color:#231d17`,
  quiet: `margin:0 0 18px;${font};font-size:13px;line-height:20px;color:#615a52;word-break:break-all`,
  brand: `margin:0 0 20px;${font};font-size:17px;line-height:24px;font-weight:700;color:#231d17`,
  picture: 'display:block;width:100%;height:auto;margin:0 0 20px;border:0;border-radius:10px',
  code: 'margin:0 0 18px;padding:16px;border-radius:10px;background:#f1ede7;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:30px;line-height:36px;font-weight:700;letter-spacing:6px;text-align:center;color:#231d17',
  button: `display:inline-block;padding:13px 22px;border-radius:10px;background:#231d17;${font};font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none`,
  second: `display:inline-block;padding:12px 21px;border:1px solid #b9b0a6;border-radius:10px;background:#ffffff;${font};font-size:16px;line-height:22px;font-weight:600;color:#231d17;text-decoration:none`,
  well: 'padding:14px 16px;border-radius:10px;background:#f1ede7',
  title: `margin:0;${font};font-size:16px;line-height:24px;font-weight:700;color:#231d17`,
  row: `margin:6px 0 0;${font};font-size:15px;line-height:22px;color:#231d17`,
  label: 'font-size:13px;color:#615a52',
  card: 'max-width:520px;width:100%;border:1px solid #e2dcd4;border-radius:14px;background:#ffffff;padding:32px',
}

/** Some mail programs drop the style that would keep line ends. */
const linesOf = (text: string) => text.split('\n').map((line, nth) => (nth > 0 ? html`<br>${line}` : line))

/** On a phone 'PM' doesn't stand on a line of its own. */
const unbroken = (value: string) => value.replace(/ (\d+:\d\d) ([AP]M) /, ' $1\u00a0$2\u00a0')
const panelOf = ({
  facts,
  rows,
}: FactsPanel) => html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 18px"><tr><td class="well" style="${raw(styles.well)}">
<p class="text" style="${raw(styles.title)}">${facts}</p>
${rows.map(([label, value]) => html`<p class="text" style="${raw(styles.row)}"><span class="quiet" style="${raw(styles.label)}">${label}</span><br>${unbroken(value)}</p>`)}
</td></tr></table>`

/** On a light ground of its own, in a dark program too: most logos are drawn for paper. */
const logoStyle = 'display:block;margin:0 0 20px;border:0;background:#ffffff'
/** Who it comes from, at its head: a picture has room of its own, and says the name where pictures are off. */
const headOf = (face: EmailFace | undefined) =>
  face?.logo
    ? html`<img src="${face.logo.url}" width="${face.logo.width}" height="${face.logo.height}" alt="${face.name}" style="${raw(`${logoStyle};${font};font-size:17px;font-weight:700;color:#231d17`)}">`
    : html`<p class="text" style="${raw(styles.brand)}">${face?.name ?? 'Rolecall'}</p>`

/** R218: what stays under every brand. */
const footLinks = ({ publicUrl }: EmailFace) => [
  { link: `${publicUrl}/privacy`, label: 'Privacy' },
  { link: `${publicUrl}/help#report`, label: 'Report abuse' },
]
const footOf = (face: EmailFace) => html`<p class="quiet" style="${raw(styles.quiet)}">
${face.hidesMadeWith ? '' : html`<a class="quiet" href="${face.publicUrl}" style="color:#615a52">Made with Rolecall</a> · `}${footLinks(face).map(({ link, label }, nth) => html`${nth > 0 ? ' · ' : ''}<a class="quiet" href="${link}" style="color:#615a52">${label}</a>`)}
</p>`
const footText = (face: EmailFace) =>
  [...(face.hidesMadeWith ? [] : [{ link: face.publicUrl, label: 'Made with Rolecall' }]), ...footLinks(face)]
    .map(({ link, label }) => `${label}:\n${link}`)
    .join('\n\n')

/** R213: its buttons in the brand's tones, in the dark ones where the reader's program is dark. */
const brandedDark = ({ button: { dark: tones } }: EmailFace) =>
  `@media (prefers-color-scheme:dark){.button{background:${tones.button}!important;color:${tones.onButton}!important}}`
const branded = (page: string, { button: { light } }: EmailFace) =>
  page.replaceAll(
    styles.button,
    styles.button.replace('background:#231d17', `background:${light.button}`).replace('color:#ffffff', `color:${light.onButton}`),
  )

function htmlOf(block: Block) {
  if ('picture' in block) return html`<img src="${block.picture}" width="520" height="273" alt="" style="${raw(styles.picture)}">`
  if ('title' in block) return html`<h1 class="text" style="${raw(styles.headline)}">${block.title}</h1>`
  if ('facts' in block) return panelOf(block)
  if ('p' in block) return html`<p class="text" style="${raw(styles.text)}">${linesOf(block.p)}</p>`
  if ('code' in block) return html`<p class="well text" style="${raw(styles.code)}">${block.code}</p>`
  if (block.isQuiet) {
    return html`<p class="quiet" style="${raw(styles.quiet)}"><a class="quiet" href="${block.link}" style="color:#615a52">${block.label}</a></p>`
  }
  const [kind, style] = block.isSecond ? ['second', styles.second] : ['button', styles.button]
  // R128: its address stands in the text part; here it would be lines of token.
  return html`<p style="margin:0 0 18px"><a class="${kind}" href="${block.link}" style="${raw(style)}">${block.label}</a></p>`
}

const shownBeside = 160
/** The line that a mailbox shows beside the subject: a code first, which a phone then shows unopened; else what happened, when and where. */
const preview = (blocks: readonly Block[]) =>
  [...blocks.filter((block) => 'code' in block), ...blocks]
    .flatMap((block, nth) => ('code' in block && nth === 0 ? [{ p: `${block.code} is your code.` }] : [block]))
    .flatMap((block) => ('p' in block ? [block.p] : 'facts' in block ? [block.rows.map(([, value]) => value).join(' · ')] : []))
    .join(' ')
    .slice(0, shownBeside)
    .toWellFormed()

/** One message as subject, plain text and HTML. */
export function renderEmail({ subject, blocks }: AddressedMessage, face?: EmailFace): { subject: string; text: string; html: string } {
  const line = subject.replace(/[\r\n]+/g, ' ')
  const body = html`<!doctype html>
<html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${line}</title>
<style>${raw(dark)}${face ? raw(brandedDark(face)) : ''}</style></head>
<body class="page" style="margin:0;padding:0;background:#f6f3ee">
<div style="display:none;max-height:0;overflow:hidden">${preview(blocks)}</div>
<div role="article" aria-roledescription="email" aria-label="${line}" lang="en">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="page" align="center" style="padding:32px 16px;background:#f6f3ee">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;width:100%"><tr><td class="card" align="left" style="${raw(styles.card)}">
${headOf(face)}
${blocks.map(htmlOf)}${face ? footOf(face) : ''}
</td></tr></table>
</td></tr></table>
</div>
</body></html>`
  const page = String(raw(body))
  const texts = [...blocks.map(blockText), ...(face ? [footText(face)] : [])]
  return { subject: line, text: `${texts.filter(Boolean).join('\n\n')}\n`, html: face ? branded(page, face) : page }
}
