// Sends a picture and tells how much of it has left: only the older of the browser's two ways can.

import { noteTime } from '../now.ts'
import type { Reply } from '../prefetched-call.ts'

/** Gives what `call` sends by; `onShare` hears from 0 to 1. */
export const sendingWith =
  (onShare: (share: number) => void) =>
  (address: string, { method = 'PUT', headers, body }: RequestInit): Promise<Reply> =>
    new Promise((done, fail) => {
      const request = new XMLHttpRequest()
      const asked = Date.now()
      request.open(method, address)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => onShare(lengthComputable && total > 0 ? loaded / total : 0)
      request.upload.onload = () => onShare(1)
      request.onload = () => {
        const { status, responseText } = request
        noteTime(Date.parse(request.getResponseHeader('date') ?? ''), asked)
        done({ ok: status >= 200 && status < 300, status, body: parsed(responseText) })
      }
      request.onerror = () => fail(new TypeError('The connection was lost'))
      request.send(body as XMLHttpRequestBodyInit)
    })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
