// What a toast says of something that has a link to hand on.
import { CopyButton } from '../actions/copy-button.tsx'
import { sayCopyRefused } from '../actions/share-button.tsx'

export const LinkToast = ({ text, link }: { text: string; link: string }) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    {text}
    {link && <CopyButton text={link} label="Copy link" size="sm" className="pointer-events-auto" onRefused={sayCopyRefused} />}
  </span>
)
