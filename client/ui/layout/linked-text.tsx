// R84: a text whose addresses are links, as people paste them into descriptions. It brings linkifyjs: load it late.
import { tokenize } from 'linkifyjs'
import { Link } from '../actions/link.tsx'

/** Only what anybody sees is an address: with its scheme, or with www. */
const isAddress = (text: string) => /^(https?:\/\/|www\.)/i.test(text)

/** What it leads to learns nothing of this page. */
export function LinkedText({ text }: { text: string }) {
  return tokenize(text).map((token) => {
    const shown = token.toString()
    const isLink = token.t === 'url' && isAddress(shown)
    if (!isLink) return <span key={token.startIndex()}>{shown}</span>
    return (
      <Link
        key={token.startIndex()}
        href={token.toHref('https')}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="wrap-anywhere"
      >
        {shown}
      </Link>
    )
  })
}
