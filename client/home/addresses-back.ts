// R254: Cloudflare takes email addresses out of the texts of a drawn page. Before React takes it over they are put back, or it would draw all of it anew.

/** Two hex digits for each byte, all with the first one in them. */
function decoded(code: string) {
  const key = Number.parseInt(code.slice(0, 2), 16)
  const bytes = (code.match(/../g) ?? []).slice(1).map((pair) => Number.parseInt(pair, 16) ^ key)
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

export function bringAddressesBack(page: ParentNode) {
  for (const one of page.querySelectorAll<HTMLElement>('[data-cfemail]')) one.replaceWith(decoded(one.dataset.cfemail ?? ''))
}
