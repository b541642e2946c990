// A brand's logo in its room (R222).
import type { BrandLogo } from '#protocol/people/brand/brand.ts'
import { sizeWithin } from '#protocol/people/brand/logo.ts'

const room = { width: 160, height: 40 }
/** On a light ground in the dark too: most logos are drawn for paper. The large file comes only where the small one has too few dots. */
export function LogoMark({ logo, alt = '' }: { logo: BrandLogo; alt?: string }) {
  const { width, height } = sizeWithin(logo, room)
  return (
    <img
      src={logo.url}
      {...(logo.width < 1.5 * width && { srcSet: `${logo.url}, ${logo.largeUrl} 2x` })}
      width={width}
      height={height}
      style={{ width, height }}
      alt={alt}
      decoding="async"
      className="shrink-0 rounded-xs bg-[light-dark(transparent,white)]"
    />
  )
}
