// Long: half of the dialogs of the product, opened at three sizes and in three looks.
// Whoever stands before a dialog, on a low screen, a phone or a laptop, reaches all of it, and comes out of it as they mean to (R248).
import { openHalf } from './dialogs/open-half.ts'

openHalf(0)
