// An address as mail servers take it.
import { domainToASCII } from 'node:url'

/** R235b: a domain beyond ASCII goes out as `xn--`; one that is none stays, and the server says so. */
export function mailedAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at))
}
