// What a provider's no means (R235): whether trying again can help, whether it is about the address, and what it says.
import { isNameBeyondAscii } from '#protocol/kernel/texts.ts'

/** R235: the other side says no to this email, now and later; the message is in its words. */
class EmailRefused extends Error {
  override name = 'EmailRefused'
}
/** R102: the other side says that this address gets no email, now or later. */
class AddressRefused extends EmailRefused {
  override name = 'AddressRefused'
}

/** Of those that are called permanent: a full mailbox or system, and a network that is away (RFC 3463). */
const isPassing = (precise: string) => /^5\.(?:2\.2|3\.1|4\.[12356])$/.test(precise)

/** Of what the other side says so much is read: it may say anything, at any length. */
const maxRead = 2_000

interface SmtpNo {
  readonly responseCode?: number
  readonly command?: string
  readonly response?: string
}

/** R235: the extended code decides (RFC 3463); without one a 5xx is final where it is about this email. */
export function smtpRefusal(error: unknown, to: string): unknown {
  const { responseCode = 0, command = '', response: whole = '' } = error as SmtpNo
  const response = whole.slice(0, maxRead)
  if (responseCode < 500 || responseCode > 599) return error
  const precise = /^\d{3}[ -]#?([245]\.\d{1,3}\.\d{1,3})(?![.\d])/.exec(response)?.[1]
  const isOfEmail = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command)
  if (precise === undefined ? !isOfEmail : isPassing(precise) || !precise.startsWith('5.')) return error
  // Servers without SMTPUTF8 call the same thing a wrong address, wrong syntax or wrong content.
  const isOfAddress = isNameBeyondAscii(to)
    ? isOfEmail && (precise === undefined || /^5\.[156]\./.test(precise))
    : command === 'RCPT TO' && (precise === undefined || /^5\.(?:1\.[1-6]|2\.1)$/.test(precise))
  const Refused = isOfAddress ? AddressRefused : EmailRefused
  return new Refused(`The mail server answered ${response}`, { cause: error })
}

interface SendgridNo {
  readonly code?: unknown
  readonly message?: string
  readonly response?: { readonly body?: unknown }
}
interface SendgridFault {
  readonly field?: unknown
  readonly message?: unknown
}
const faultsIn = (body: unknown): readonly SendgridFault[] => {
  const { errors } = (typeof body === 'object' && body !== null ? body : {}) as { errors?: unknown }
  return Array.isArray(errors) ? errors.filter((one): one is SendgridFault => typeof one === 'object' && one !== null) : []
}
const wordsOf = ({ field, message }: SendgridFault) => [field, message].filter((part) => typeof part === 'string' && part !== '').join(': ')

/** R235: a 4xx is final but for two that ask for patience. In any case what SendGrid says is in the reply's body. */
export function sendgridRefusal(error: unknown): unknown {
  const { code, message, response } = error as SendgridNo
  if (typeof code !== 'number') return error
  const faults = faultsIn(response?.body)
  const said = `SendGrid answered ${code}: ${faults.map(wordsOf).filter(Boolean).join('; ') || message}`.slice(0, maxRead)
  if (code < 400 || code > 499 || code === 408 || code === 429) return new Error(said, { cause: error })
  const isOfAddress = faults.length > 0 && faults.every(({ field }) => field === 'personalizations.0.to.0.email')
  const Refused = isOfAddress ? AddressRefused : EmailRefused
  return new Refused(said, { cause: error })
}
