// The theme somebody chose (client/ui/actions/theme.ts), before the first paint: a page that the server drew is in sight before its own code is there.
try {
  const kept = localStorage.getItem('theme')
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept
} catch {
  // Storage is closed: the system's theme it is.
}
