// What a guest reads about waiting.

/** Says how long something lasts yet: "3 h 20 min", "4 h", below an hour "12:05". */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
}
