// When the doors of an event open, in words (R185).

/** 'At the start', '45 minutes before', '2 hours before'. */
export function doorsText(minutes: number) {
  if (minutes === 0) return 'At the start'
  if (minutes === 60) return '1 hour before'
  return minutes % 60 === 0 ? `${minutes / 60} hours before` : `${minutes} minutes before`
}
