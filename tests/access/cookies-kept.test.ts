// R229: after which calls a page looks whether the browser keeps who somebody is: all that give a cookie or a token, found among the routes.
import { expect, test } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import { routes } from '#server/app/app.ts'
import type { Route } from '#server/people/http/route.ts'

const gives = ({ endpoint, proves, admits, keepsSession, keepsDoor }: Route) =>
  Boolean(proves || admits || ((keepsSession || keepsDoor) && endpoint !== accessApi.logOut && endpoint !== doorApi.unpair)) ||
  endpoint === accessApi.logIn ||
  endpoint === accessApi.verifyEmail

test('R229 the page looks for its cookie after each call that says who somebody is, and after no other', () => {
  const marked = routes.filter(({ endpoint }) => endpoint.saysWho)
  expect(marked.map(({ endpoint }) => endpoint.path)).toEqual(routes.filter(gives).map(({ endpoint }) => endpoint.path))
  expect(marked.length).toBeGreaterThan(8)
})

test('R229 where a session is begun its mark is looked for, and nowhere else', () => {
  const begun = routes.filter(({ endpoint, keepsSession }) => keepsSession && endpoint !== accessApi.logOut)
  const looked = routes.filter(({ endpoint }) => endpoint.saysWho === 'session')
  expect(looked.map(({ endpoint }) => endpoint.path)).toEqual(begun.map(({ endpoint }) => endpoint.path))
})
