// Opens the guide: pdf.js first, which only this page needs, then the PDF itself.
import { useCallback, useEffect, useState } from 'react'
import { useReturn } from '#client/lib/connection.ts'
import type { OpenPdf } from './pdf.ts'
import phoneUrl from './user-guide-phone.pdf?url'

/** On a phone the pages of the other would be too small to read. */
const guideUrl = () => (window.innerWidth < 600 ? phoneUrl : '/user-guide.pdf')

type Guide = { is: 'loading' } | { is: 'failed' } | { is: 'open'; pdf: OpenPdf }

/** Gives the guide as far as it is there; it is closed when the page is left. */
export function useGuide() {
  const [guide, setGuide] = useState<Guide>({ is: 'loading' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isHere = true
    let opened: OpenPdf | undefined
    const open = async () => {
      const { openPdf } = await import('./pdf.ts')
      opened = await openPdf(guideUrl())
      if (isHere) setGuide({ is: 'open', pdf: opened })
      else opened.close()
    }
    setGuide({ is: 'loading' })
    open().catch(() => isHere && setGuide({ is: 'failed' }))
    return () => {
      isHere = false
      opened?.close()
    }
  }, [tries])
  const retry = useCallback(() => setTries((count) => count + 1), [])
  useReturn(useCallback(() => guide.is === 'failed' && retry(), [guide.is, retry]))
  return { guide, retry }
}
