// Where the server draws pages (R81): the same components as in a browser, as nobody sees them. Built by Vite beside the server, loaded by server/edge/http.
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { brandReady } from '#client/brand/lazy-parts.ts'
import { beginClock } from '#client/lib/dates.ts'
import { linked } from '#client/lib/event/text-with-links.tsx'
import { tellSettings } from '#client/lib/settings.ts'
import { type FirstView, FirstViewContext } from '#client/rsvp/first-view.ts'
import { cardReady, givenOut, questionsPart } from '#client/rsvp/lazy-parts.ts'
import type { Settings } from '#protocol/kernel/settings.ts'
import { type DrawnClock, goBy, type ZoneData } from '#protocol/kernel/time/clocks.ts'
import { App, readyToDraw } from './root.tsx'

/** Loads what is drawn here; from then on a page is drawn in one go. */
export async function openDrawing(settings: Settings, zoneData?: ZoneData) {
  tellSettings(settings)
  if (zoneData) goBy(zoneData)
  await Promise.all([
    linked.ready(),
    cardReady(),
    questionsPart.ready(),
    givenOut.ready(),
    brandReady(),
    ...['/rsvp/x', '/rsvp/event/x', '/', '/pricing'].map(readyToDraw),
  ])
  /** Gives the HTML of the page at `path`, its <title> first where it has one of its own. What its clock says for that is noted in `clock`. */
  return (path: string, first: FirstView = {}, clock?: DrawnClock): string => {
    beginClock(clock)
    return renderToString(
      <Router ssrPath={path} ssrSearch="">
        <FirstViewContext value={first}>
          <App />
        </FirstViewContext>
      </Router>,
    )
  }
}
