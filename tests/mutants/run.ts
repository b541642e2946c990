// Runs the planted faults: first the named tests without a fault, then with one fault after the other; each must make a test fail.
import process from 'node:process'
import { planted } from './planted.ts'
import { openShop, type Shop } from './shop.ts'
import { compilesWith, provenGreen, tryFault, type Verdict } from './verdict.ts'

const colours = { caught: 'caught  ', survived: 'SURVIVED', broken: 'BROKEN  ' } as const
const longest = 110

/** Says one row: what became of the fault, how long it took, and which tests noticed. */
function say({ fault, outcome, why, seconds }: Verdict) {
  const shown = why.map((line) => (line.length > longest ? `${line.slice(0, longest)}…` : line))
  console.log(`${colours[outcome]} ${seconds.toFixed(1).padStart(5)} s  ${fault.name.padEnd(44)} ${fault.file} ${fault.symbol}`)
  for (const line of shown) console.log(`${' '.repeat(20)}${line}`)
}

/** Tries them in turn, one at a time in each of the copies. */
async function tryAll(shops: readonly Shop[], faults: typeof planted): Promise<Verdict[]> {
  const [waiting, verdicts]: [(typeof planted)[number][], Verdict[]] = [[...faults], []]
  const work = async (shop: Shop) => {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const verdict = await tryFault(shop, fault)
      say(verdict)
      verdicts.push(verdict)
    }
  }
  await Promise.all(shops.map(work))
  return verdicts
}

/** Runs those whose name starts with one of `names`, or all; answers the exit code. */
export async function runPlanted(names: readonly string[]): Promise<0 | 1> {
  const faults = planted.filter(({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)))
  if (faults.length === 0) return complain('No fault of that name is planted.')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1)) // what was copied goes with it
  const shops = faults.length > 1 ? [openShop(), openShop()] : [openShop()]
  try {
    const [first = openShop(), second = first] = shops
    console.log(`${faults.length} faults. First all of them compiled, and the named tests without any.`)
    const wrong = await compilesWith(first, faults)
    const objections = wrong.length > 0 ? wrong : await provenGreen([first, second], faults)
    if (objections.length > 0) return complain(...objections)
    const verdicts = await tryAll(shops, faults)
    const count = (outcome: Verdict['outcome']) => verdicts.filter((one) => one.outcome === outcome).length
    const broken = count('broken') > 0 ? `, ${count('broken')} broken` : ''
    console.log(`${count('caught')} caught, ${count('survived')} survived${broken}`)
    return count('caught') === faults.length ? 0 : 1
  } finally {
    for (const shop of shops) shop.close()
  }
}

function complain(...lines: string[]): 1 {
  for (const line of lines) console.error(line)
  return 1
}
