// The camera at the door: it reads pass after pass, by the browser's own reader where there is one, else by ours (R187).
import { useEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { openReader } from './codes/reader.ts'
import { passIn } from './pass-text.ts'
import { useDoor } from './store.ts'

/** A picture comes every 33 ms or more, and reading one takes 5 to 15. */
const everyMs = 40
const wanted = { video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }, audio: false }

/** Looks at the camera until it is told to stop. */
async function watchCamera(video: HTMLVideoElement, onText: (text: string) => void, isOver: () => boolean) {
  const stream = await navigator.mediaDevices.getUserMedia(wanted)
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (isOver()) return stop()
  video.srcObject = stream
  await video.play()
  const reader = await openReader()
  useDoor.setState({ camera: 'on' })
  while (!isOver()) {
    const text = await reader.read(video).catch(() => undefined)
    if (text !== undefined && !isOver()) onText(text)
    await new Promise((soon) => setTimeout(soon, everyMs))
  }
  reader.close()
  stop()
}

export function Camera({ onPass, onClose }: { onPass: (pass: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState(false)
  const latest = useRef(onPass)
  latest.current = onPass
  useEffect(() => {
    let isOver = false
    const onText = (text: string) => {
      // What is no pass of ours is sent too: the door says that it is none.
      const pass = passIn(text) ?? text.slice(0, 1000)
      if (pass) latest.current(pass)
    }
    if (video.current)
      void watchCamera(video.current, onText, () => isOver).catch(() => {
        if (isOver) return
        setFailure(true)
        useDoor.setState({ camera: 'failed' })
      })
    return () => {
      isOver = true
      useDoor.setState({ camera: 'off' })
    }
  }, [])
  return (
    <div className="flex flex-col gap-3">
      {failure ? (
        <Notice tone="warn" live title="The camera can’t be used">
          Allow it in the settings of this browser, find guests by name, or use a hand scanner in the field below.
        </Notice>
      ) : (
        <video ref={video} muted playsInline aria-label="Camera" className="h-[36dvh] w-full rounded-lg bg-fill object-cover" />
      )}
      <Button onClick={onClose}>Close the camera</Button>
    </div>
  )
}
