// A guest's passes, as the codes that are scanned at the door: one for each who comes (R180).

import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { QrCode } from '#client/ui/qr-code.tsx'
import { companionName } from '#protocol/seats/companions/companion.ts'
import type { OwnRsvp } from '#protocol/seats/rsvp.ts'

/** 49 modules of 5 pixels each: what a camera reads at once. */
const pixels = 245

type PassHolder = Partial<Pick<OwnRsvp, 'passes' | 'companions' | 'name'>>

/** Of a companion their name; undefined for the guest's own. */
const nameOf = (companionId: string | undefined, { companions = [], name = '' }: PassHolder) => {
  const nth = companions.findIndex(({ _id }) => _id === companionId)
  const one = companions[nth]
  return one && companionName(one, name, nth + 1)
}

const Passes = ({ passes }: { passes: readonly { url: string; name: string | undefined }[] }) => (
  <div className="flex min-h-80 flex-col items-start gap-6">
    {passes.map(({ url, name }) => (
      <div key={url} className="flex flex-col items-start gap-3">
        {passes.length > 1 && (
          <Heading level={3} size={17} className="wrap-anywhere">
            <span dir="auto">{name ?? 'You'}</span>
          </Heading>
        )}
        <QrCode text={url} label={name ? `Pass for ${name}, as a QR code` : 'Your pass for the door, as a QR code'} size={pixels} />
      </div>
    ))}
    <Text size={13} tone="muted">
      {passes.length > 1
        ? 'Show these at the door, one for each of you. The first person to show one is let in.'
        : 'Show this at the door. Keep it private. The first person to show it is let in.'}
    </Text>
  </div>
)

export const YourPass = ({ own }: { own: PassHolder }) => (
  <Passes passes={(own.passes ?? []).map(({ url, companionId }) => ({ url, name: nameOf(companionId, own) }))} />
)
