// The face of a brand around a guest's page: its mark and its colors, and what stands at the foot of it (R216).
import { Link } from '#client/ui/actions/link.tsx'
import type { BrandFace } from '#protocol/people/brand/brand.ts'
import { LogoMark } from './logo-mark.tsx'

/** It leads nowhere: the page is the host's. The logo's room is known before it comes (R222). */
export const BrandMark = ({ face: { name, logo } }: { face: Pick<BrandFace, 'name' | 'logo'> }) => (
  <span className="flex h-10 min-w-0 items-center gap-3 text-17 font-bold tracking-[-0.02em]">
    {logo && <LogoMark logo={logo} />}
    <span dir="auto" className="truncate">
      {name}
    </span>
  </span>
)

/** The mark, with the colors of all that is on the page. */
export const WornMark = ({ face }: { face: BrandFace }) => (
  <>
    <style>{face.style}</style>
    <BrandMark face={face} />
  </>
)

/** R218 */
export const BrandFoot = ({ face: { hidesMadeWith } }: { face: BrandFace }) =>
  !hidesMadeWith && (
    <Link href="/" tone="quiet" className="hit py-1.5">
      Made with Rolecall
    </Link>
  )
