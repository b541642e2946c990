// The logo of a brand (R214): chosen by file, drop or paste, shown on light and on dark, and taken off again; each can be undone for a while.
import { useCallback, useEffect, useState } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { CallFailed } from '#client/lib/call-failed.ts'
import { scaled } from '#client/photo/crop.ts'
import { PickPicture } from '#client/photo/pick-picture.tsx'
import { UploadProgress } from '#client/photo/upload-progress.tsx'
import { pictureUnread, readPicture } from '#client/photo/use-picked.ts'
import { useUpload } from '#client/photo/use-upload.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import type { BrandLogo, BrandPage } from '#protocol/people/brand/brand.ts'
import { LogoMark } from './logo-mark.tsx'
import { type BrandOwner, removeLogo, setLogo, undoBrand } from './store.ts'

/** What is kept of it: no more has to leave the device. */
const largest = { width: 512, height: 256 }

export function LogoField({ orgId, page: { brand, mayUse } }: { orgId: BrandOwner; page: BrandPage }) {
  /** R214: chosen before there is a brand, it goes along when that is saved. */
  const [held, setHeld] = useState<{ file: Blob; logo: BrandLogo } | null>(null)
  const isThere = brand !== null
  const logo = brand?.logo ?? held?.logo
  const said = (text: string, act: string | undefined) => act && toastWithBack(text, act, () => undoBrand(orgId, act))
  const setting = useUpload(async (send, file: Blob) => {
    const picture = await readPicture(file)
    if (!picture) throw new CallFailed(0, { error: pictureUnread, code: 'picture-unread' })
    if (!isThere) {
      const { src, naturalWidth: width, naturalHeight: height } = picture
      return setHeld({ file, logo: { url: src, largeUrl: src, width, height } })
    }
    setHeld(null)
    said('Logo saved', await setLogo(orgId, await scaled(picture, largest), send))
  }, 'The logo couldn’t be saved. Please try again.')
  const removing = useAction(async () => said('Logo removed', await removeLogo(orgId)), 'The logo couldn’t be removed. Please try again.')
  const isBusy = setting.isBusy || removing.isBusy
  const { run } = setting
  useEffect(() => {
    if (isThere && held) void run(held.file)
  }, [isThere, held, run])
  const pick = useCallback((file: Blob) => void run(file), [run])
  return (
    <Card padding="lg" className="flex flex-col gap-4">
      <Heading level={2} size={20}>
        Logo
      </Heading>
      <Failure>{setting.failure ?? removing.failure}</Failure>
      {!isThere && held && <Text tone="muted">It goes along when you press Save brand.</Text>}
      {logo && (
        <ul aria-label="Your logo where guests see it" className="grid grid-cols-2 gap-2.5">
          {(['light', 'dark'] as const).map((ground) => (
            <li
              key={ground}
              className={`flex h-20 items-center justify-center rounded border border-line bg-canvas ${ground === 'light' ? 'scheme-light' : 'scheme-dark'}`}
            >
              <LogoMark logo={logo} alt={`Logo, ${ground}`} />
            </li>
          ))}
        </ul>
      )}
      {mayUse && <PickPicture onPick={pick} isBusy={isBusy} hint="PNG, JPEG or WebP; nothing of it is cut off." hasCamera={false} />}
      <UploadProgress share={setting.share} />
      {logo && (
        <Button
          className="self-start"
          disabled={isBusy}
          busy={removing.isBusy}
          busyLabel="Removing..."
          onClick={() => (isThere ? void removing.run() : setHeld(null))}
        >
          Remove logo
        </Button>
      )}
    </Card>
  )
}
