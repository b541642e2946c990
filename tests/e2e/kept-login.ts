// A login as the login page keeps it: a browser begins with it, and nobody has to type.

/** What a browser has kept for `origin` after somebody logged in with `token`. */
export const keptLogin = (origin: string, token: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'rolecallToken', value: token }] }],
})
