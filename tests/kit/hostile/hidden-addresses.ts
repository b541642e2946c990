// What proxies make of the email addresses in a page's texts (R254): hidden as Cloudflare hides them, made links of, or taken out.

/** As Cloudflare hides an address: its bytes, each with the first one in it. */
function hidden(text: string, isInLink: boolean) {
  const key = 0x5a
  const bytes = [key, ...[...new TextEncoder().encode(text)].map((byte) => byte ^ key)]
  const code = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const by = `class="__cf_email__" data-cfemail="${code}">[email&#160;protected]`
  return isInLink ? `<span ${by}</span>` : `<a href="/cdn-cgi/l/email-protection" ${by}</a>`
}
/** Changes addresses in texts, never in attributes, nor in what no reader sees. */
function inTexts(html: string, change: (found: string, isInLink: boolean) => string) {
  let isInLink = false
  const parts = /(<(?:script|style|title|textarea)\b[\s\S]*?<\/(?:script|style|title|textarea)>|<[^>]*>)|[\p{L}\d.+-]+@[\w.-]+\w/gu
  return html.replaceAll(parts, (found, tag?: string) => {
    if (tag) isInLink = tag.startsWith('<a ') || (isInLink && tag !== '</a>')
    return tag ?? change(found, isInLink)
  })
}

export const hideAddresses = (html: string) => inTexts(html, hidden)
export const linkAddresses = (html: string) => inTexts(html, (found) => `<a href="mailto:${found}">${found}</a>`)
export const removeAddresses = (html: string) => inTexts(html, () => '[removed]')
