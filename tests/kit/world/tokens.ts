// What is said, without the tokens and ids in it: in those any three letters come by chance.
export const withoutTokens = (said: unknown): string =>
  (typeof said === 'string' ? said : JSON.stringify(said)).replace(/[\w-]{24,}(?:\.[\w-]+)*/g, '')
