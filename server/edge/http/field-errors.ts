// What a field wants, in people's words, wherever its schema has no sentence of its own: made of the field's name and of the schema, so
// that no field can be left out.
import type { z } from 'zod/mini'

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue

/** 'showConfirmation' is 'Show confirmation'; a place in a list is called after the list. */
function labelOf(path: readonly PropertyKey[] = []): string {
  const name = path.findLast((step) => typeof step === 'string') ?? 'this'
  const words = String(name)
    .split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => (/^[A-Z]{2,}/.test(word) ? word : word.toLowerCase()))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const kinds: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be yes or no',
  array: 'must be a list',
  object: 'must be an object',
}

/** The bounds of a size: of a text in characters, of a list in entries, of a number in itself. */
function sizeSentence(label: string, origin: string, word: 'at most' | 'at least', bound: number): string {
  if (origin === 'string') return `${label} must have ${word} ${bound} characters`
  return origin === 'array'
    ? `${label} must have ${word} ${bound} ${bound === 1 ? 'entry' : 'entries'}`
    : `${label} must be ${word} ${bound}`
}

/** Of the ways in which something was not any of several things, the one that got furthest; else the last, which is the fullest. */
function closest(errors: readonly (readonly z.core.$ZodIssue[])[]): z.core.$ZodIssue | undefined {
  const firsts = errors.map(([first]) => first)
  return firsts.findLast((one) => one && one.code !== 'invalid_type' && one.code !== 'invalid_value') ?? firsts.at(-1)
}

/** Keeps a schema's own sentence, and makes ours anew with the whole path. */
function unionSentence(path: readonly PropertyKey[], errors: readonly (readonly z.core.$ZodIssue[])[]): string {
  const inner = closest(errors)
  if (!inner) return `${labelOf(path)} is not valid`
  return inner.message === fieldError(inner) ? fieldError({ ...inner, path: [...path, ...inner.path] }) : inner.message
}

const list = (values: readonly unknown[]) => values.map((value) => (value === '' ? 'nothing' : String(value))).join(', ')

const isMissing = (issue: Issue) => 'input' in issue && issue.input === undefined

/** Gives the sentence for what is wrong with a field. `z.config` takes it as the words of every schema. */
export function fieldError(issue: Issue): string {
  const path = issue.path ?? []
  const label = labelOf(path)
  if (isMissing(issue)) return `${label} is missing`
  if (issue.code === 'invalid_type') return `${label} ${kinds[issue.expected] ?? 'is not valid'}`
  if (issue.code === 'invalid_value') return `${label} must be one of these: ${list(issue.values)}`
  if (issue.code === 'too_big') return sizeSentence(label, issue.origin, 'at most', Number(issue.maximum))
  if (issue.code === 'too_small') return sizeSentence(label, issue.origin, 'at least', Number(issue.minimum))
  if (issue.code === 'unrecognized_keys') return `There is no field called ${issue.keys.join(', ')}`
  return issue.code === 'invalid_union' ? unionSentence(path, issue.errors) : `${label} is not valid`
}
