// Hands a link on: through the device's own share sheet where there is one, to the clipboard elsewhere.
import { Share2 } from 'lucide-react'
import { toast } from '../feedback/toast.tsx'
import { Button, type ButtonProps } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { copyText } from './copy-text.ts'

export const sayCopyRefused = () => toast.error('Copying was not allowed. Please select the link and copy it yourself.')

export interface ShareButtonProps extends Omit<ButtonProps, 'children' | 'onClick' | 'busyLabel' | 'icon'> {
  title: string
  url: string
  label?: string
}

/** Whether this device has a share sheet; most desktop browsers have none. */
export const hasShareSheet = () => typeof navigator.share === 'function'

/** Opens the sheet; somebody who closes it has changed their mind, which is no failure. */
async function openSheet(title: string, url: string) {
  try {
    await navigator.share({ title, url })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error('Sharing was not possible. Please copy the link.')
  }
}

/** The same from a menu: the sheet, or the clipboard and a word that it is there. */
export async function shareLink(title: string, url: string) {
  if (hasShareSheet()) return openSheet(title, url)
  if (await copyText(url)) toast.success('Link copied')
  else sayCopyRefused()
}

export function ShareButton({ title, url, label = 'Share', ...rest }: ShareButtonProps) {
  if (!hasShareSheet()) return <CopyButton {...rest} text={url} label="Copy link" onRefused={sayCopyRefused} />
  return (
    <Button {...rest} icon={<Share2 aria-hidden="true" />} onClick={() => void openSheet(title, url)}>
      {label}
    </Button>
  )
}
