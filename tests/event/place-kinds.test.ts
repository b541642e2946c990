// What is typed as a place (R255): somewhere on a map, a web address, or neither.
import { expect, test } from 'vitest'
import { isOnMap } from '#protocol/kernel/place/kinds.ts'
import { partsOfPlace } from '#protocol/kernel/place/links.ts'
import { normalEmail } from '#protocol/kernel/texts.ts'

const onlyLink = 'Shared as a link'

test.each([
  ['https://meet.example.org/abc', onlyLink, 'https://meet.example.org/abc'],
  ['http://meet.example.org/abc?x=1#y', onlyLink, 'http://meet.example.org/abc?x=1#y'],
  ['HTTPS://MEET.EXAMPLE.ORG/ABC', onlyLink, 'HTTPS://MEET.EXAMPLE.ORG/ABC'],
  ['www.example.org', onlyLink, 'https://www.example.org'],
  ['zoom.us/j/123456?pwd=abc', onlyLink, 'https://zoom.us/j/123456?pwd=abc'],
  ['meet.example.org', onlyLink, 'https://meet.example.org'],
  ['example.org', onlyLink, 'https://example.org'],
  ['https://bücher.example/saal', onlyLink, 'https://bücher.example/saal'],
  ['<https://meet.example.org/abc>.', onlyLink, 'https://meet.example.org/abc'],
  ['Zoom: https://zoom.us/j/1?pwd=2', 'Zoom', 'https://zoom.us/j/1?pwd=2'],
  ['Main Hall (https://maps.example.org/hall)', 'Main Hall', 'https://maps.example.org/hall'],
  ['Hall (left wing), www.hall.example/way.', 'Hall (left wing)', 'https://www.hall.example/way'],
  ['https://wiki.example.org/Hall_(old)', onlyLink, 'https://wiki.example.org/Hall_(old)'],
  ['https://a.example/1 or https://b.example/2', 'or', 'https://a.example/1'],
  ['Main Hall, Station Street 5', 'Main Hall, Station Street 5', ''],
  ['St.Martin', 'St.Martin', ''],
  ['Dr.House', 'Dr.House', ''],
  ['Bldg. 5/Room 2', 'Bldg. 5/Room 2', ''],
  ['ann@example.org', 'ann@example.org', ''],
  ['https://', 'https://', ''],
  ['https://localhost', 'https://localhost', ''],
  ['Zoom:zoom.us/j/123?pwd=x', 'Zoom', 'https://zoom.us/j/123?pwd=x'],
  ['Raum 1/zoom.us/j/1', 'Raum 1', 'https://zoom.us/j/1'],
  ['//zoom.us/j/1', onlyLink, 'https://zoom.us/j/1'],
  ['zoommtg://zoom.us/join?confno=1', 'zoommtg', 'https://zoom.us/join?confno=1'],
  ['https:zoom.us/j/1', 'https', 'https://zoom.us/j/1'],
  ['meet.jit.si?room=geheim', onlyLink, 'https://meet.jit.si?room=geheim'],
  ['javascript:alert(1)', 'javascript:alert(1)', ''],
  ['', '', ''],
])('R255 the place “%s” says “%s” and opens “%s”', (typed, place, link) => {
  expect(partsOfPlace(typed)).toEqual({ place, link })
})

const nowhere =
  `Shared as a link|Online|online.|ZOOM|Zoom (link to follow)|Online via Zoom|Microsoft Teams|MS Teams meeting|Google Meet|Webex|Skype call|TBA|T.B.A.|tbd|To be announced|
To be confirmed soon|n/a|?|—|+1 555 0100|+49 (30) 1234-567|555-0100|(555) 010 0123|Tel. +1 555 0100|Dial-in: +1 555 0100 x12|+1 555 0100 (Ann)|tel:+15550100|Zoom ID 123 456 7890|
zoommtg://zoom.us/join?confno=1|ann@example.org|En ligne|Virtuell|オンライン|Phone`.split(/\|\s*/)
test.each(nowhere)('R255 “%s” is on no map', (typed) => expect(isOnMap(typed)).toBe(false))

const somewhere =
  `Town hall|Main Hall, Station Street 5|Zoom Room, Main Street 5|The Online Café, Berlin|221B Baker Street|1600 Pennsylvania Ave|Room 5|40.7128, -74.0060|
40.7128° N, 74.0060° W|8FVC9G8F+6X|東京タワー|Google, Mountain View|Phoenix|Remote, Oregon|Телеграфный переулок 5`.split(/\|\s*/)
test.each(somewhere)('R255 “%s” is on a map', (typed) => expect(isOnMap(typed)).toBe(true))

test('R255 R244 an address with ü is read alike however often it was read before', () => {
  const places = Array.from({ length: 40_000 }, () => partsOfPlace('https://bücher.example/saal').place)
  expect(new Set(places)).toEqual(new Set([onlyLink]))
  expect(new Set(Array.from({ length: 40_000 }, () => normalEmail('ann@bücher.example')))).toEqual(new Set(['ann@xn--bcher-kva.example']))
})
