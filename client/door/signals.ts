// What a result sounds and feels like: nobody at a door looks at the screen all the time, and color alone says nothing to some (R187).
import type { OfflineResult } from './offline/decide.ts'

export type Tone = 'good' | 'ask' | 'bad'
export const toneOf = (result: OfflineResult): Tone =>
  result === 'ok' ? 'good' : ['void', 'unknown', 'canceled', 'again', 'double', 'admitted-void'].includes(result) ? 'bad' : 'ask'

/** Hertz, one after the other; and how the phone shakes, in milliseconds. */
const notes: Readonly<Record<Tone, readonly number[]>> = { good: [880], ask: [520, 520], bad: [220, 180, 150] }
const shakes: Readonly<Record<Tone, number[]>> = { good: [60], ask: [60, 80, 60], bad: [300] }
const noteSeconds = 0.12

let audio: AudioContext | undefined
/** When the last one has sounded: results that come at once are heard one after the other. */
let soundsUntil = 0
/** Browsers let a page sound once it was touched. */
export function readySound() {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  void audio.resume()
}

export function signal(tone: Tone) {
  if ('vibrate' in navigator) navigator.vibrate(shakes[tone])
  if (audio?.state !== 'running') return
  for (const hertz of notes[tone]) {
    const [source, volume] = [audio.createOscillator(), audio.createGain()]
    const at = Math.max(audio.currentTime, soundsUntil)
    soundsUntil = at + noteSeconds * 1.2
    source.frequency.value = hertz
    source.connect(volume).connect(audio.destination)
    volume.gain.setValueAtTime(0.3, at)
    volume.gain.exponentialRampToValueAtTime(0.001, at + noteSeconds)
    source.start(at)
    source.stop(at + noteSeconds)
  }
}
