// The port through which uploaded pictures are written anew (R214, R224): what came is never kept, and never served.

/** An event's photo, a person's face, a brand's logo: each has its own sizes and type. */
export type PictureKind = 'photo' | 'face' | 'logo'

export interface MadeFile {
  /** The width that it is named by; a small picture is not made larger. */
  readonly size: number
  readonly width: number
  readonly height: number
  readonly type: 'jpg' | 'png'
  readonly bytes: Uint8Array
}

export interface MadePicture {
  /** The widest first. */
  readonly files: readonly MadeFile[]
  /** R224c: 16 colors of two bytes each, four rows of four: 32 bytes as base64. */
  readonly blur: string
  /** Its most telling color, `#rrggbb`. */
  readonly tone: string
  /** Of that, in degrees in OKLCH; null where there is next to no color. */
  readonly hue: number | null
}

/** Decodes an uploaded picture and writes it anew, without metadata. Refuses `picture-type-unknown`, `picture-pixels`, `picture-broken`, and `busy` where `asker` or all have enough waiting. */
export type MakePicture = (bytes: Uint8Array, kind: PictureKind, asker: string) => Promise<MadePicture>
