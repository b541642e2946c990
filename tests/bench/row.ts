// What a benchmark reports: every `<name>.bench.ts` here default-exports `async (): Promise<Row[]>`, and scripts/bench.mjs prints the rows.

/** One measurement as people read it, beside the limit it must hold; units are in the texts. */
export interface Row {
  readonly what: string
  readonly measured: string
  readonly limit: string
  readonly ok: boolean
}
