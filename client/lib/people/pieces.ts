// Cuts a long list into what one call may take.

/** What the rows of one call may weigh (bytes); the server takes 256 KiB. */
const heaviest = 150_000
const encoder = new TextEncoder()

export interface Piece<Row> {
  /** How many rows a piece may have. */
  readonly most: number
  /** What a row sends, and what it weighs besides (bytes). */
  readonly sent: (row: Row) => unknown
  readonly besides: number
  /** Rows of one piece share this. */
  readonly shared?: (row: Row) => string
}

export function piecesOf<Row>(rows: readonly Row[], { most, sent, besides, shared = () => '' }: Piece<Row>): Row[][] {
  const pieces: Row[][] = []
  let [weight, of] = [0, '']
  for (const row of rows) {
    const bytes = besides + encoder.encode(JSON.stringify(sent(row))).length
    const last = pieces.at(-1)
    if (last && last.length < most && weight + bytes <= heaviest && of === shared(row)) {
      last.push(row)
      weight += bytes
    } else {
      pieces.push([row])
      ;[weight, of] = [bytes, shared(row)]
    }
  }
  return pieces
}
