// The logo of a brand (R214): chosen by file, drop or paste, shown on light and on dark, and taken off again; each can be undone for a while.
import { useAction } from '#client/lib/actions/use-action.ts'
import { PickPicture } from '#client/photo/pick-picture.tsx'
import { UploadProgress } from '#client/photo/upload-progress.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import type { BrandLogo, BrandPage } from '#protocol/people/brand/brand.ts'
import { LogoMark } from './logo-mark.tsx'
import { type BrandOwner, removeLogo } from './store.ts'
import type { useLogo } from './use-logo.ts'

const LogoShown = ({ logo }: { logo: BrandLogo }) => (
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
)

interface LogoFieldProps {
  orgId: BrandOwner
  page: BrandPage
  picked: ReturnType<typeof useLogo>
  /** The brand is being saved, and what was chosen with it. */
  isSaving: boolean
}

export function LogoField({ orgId, page: { brand, mayUse }, picked, isSaving }: LogoFieldProps) {
  const removing = useAction(
    async () => picked.said('Logo removed', await removeLogo(orgId)),
    'The logo couldn’t be removed. Please try again.',
  )
  const { chosen } = picked
  const logo = chosen ?? brand?.logo
  const isBusy = isSaving || picked.isBusy || removing.isBusy
  return (
    <Card padding="lg" className="flex flex-col gap-4">
      <Heading level={2} size={20}>
        Logo
      </Heading>
      <Failure>{picked.failure ?? removing.failure}</Failure>
      {!brand && chosen && <Text tone="muted">It goes along when you press Save brand.</Text>}
      {logo && <LogoShown logo={logo} />}
      {mayUse && (
        <PickPicture onPick={picked.choose} isBusy={isBusy} hint="PNG, JPEG or WebP; nothing of it is cut off." hasCamera={false} />
      )}
      <UploadProgress share={picked.share} />
      {logo && (
        <div className="flex flex-wrap gap-2.5">
          {brand && chosen && (
            <Button variant="primary" disabled={isBusy} busy={picked.isBusy} busyLabel="Saving..." onClick={() => void picked.send()}>
              Save logo
            </Button>
          )}
          <Button
            disabled={isBusy}
            busy={removing.isBusy}
            busyLabel="Removing..."
            onClick={() => (chosen ? picked.drop() : void removing.run())}
          >
            {brand && chosen ? 'Discard' : 'Remove logo'}
          </Button>
        </div>
      )}
    </Card>
  )
}
