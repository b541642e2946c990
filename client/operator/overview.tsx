// The operator's overview: the figures one looks at first, then backups, what runs by itself, payments, and how much is kept.
import { formatInstant, zonePlace } from '#client/lib/dates.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Facts } from '#client/ui/layout/facts.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { Stat, Stats } from '#client/ui/layout/stat.tsx'
import type { OperatorState } from '#protocol/app/operator.ts'
import { keptWords } from './collection-labels.ts'
import { Payments } from './payments.tsx'
import { agoText, bytesText, roundText, spanText, whenOf } from './words.ts'

interface Props {
  state: OperatorState
}

const Figures = ({ state: { version, startedAt, now, storeBytes, freeBytes, backups } }: Props) => (
  <Stats>
    <Stat label="Version" value={version || 'unknown'} />
    <Stat label="Up for" value={agoText(startedAt, now)} />
    <Stat label="Store" value={storeBytes === null ? 'MongoDB' : bytesText(storeBytes)} />
    <Stat label="Free disk" value={freeBytes === null ? 'unknown' : bytesText(freeBytes)} />
    <Stat label="Last backup" value={backups.last ? agoText(backups.last.at, now) : 'none'} {...(backups.last && { of: 'ago' })} />
  </Stats>
)

function Backups({ state: { backups } }: Props) {
  const { isOn, last, dueAt, failure } = backups
  return (
    <Section title="Backups" description="Made automatically, and read back before they count.">
      {failure && (
        <Notice tone="danger" title="The latest backup failed">
          {failure}
        </Notice>
      )}
      <Card>
        <Facts
          items={[
            { label: 'Switched on', value: isOn ? 'Yes' : 'No' },
            { label: 'Last', value: last ? `${whenOf(last.at)} · ${bytesText(last.bytes)}` : 'None yet' },
            ...(last ? [{ label: 'File', value: <span className="wrap-anywhere">{last.file}</span> }] : []),
            ...(isOn && dueAt ? [{ label: 'Next', value: whenOf(dueAt) }] : []),
          ]}
        />
      </Card>
    </Section>
  )
}

const nextText = (nextAt: string | null, now: string) => {
  if (nextAt === null) return ''
  const ms = Date.parse(nextAt) - Date.parse(now)
  return ms < 1_000 ? ' · next right away' : ` · next in ${spanText(ms)}`
}

const Jobs = ({ state: { rounds, now } }: Props) => (
  <Section title="Background jobs" description="In the process that answered, since it started.">
    {rounds.length === 0 ? (
      <p className="text-muted">Nothing has run yet.</p>
    ) : (
      <List label="Background jobs">
        {rounds.map(({ name, at, nextAt, failures, lastFailure }) => (
          <ListRow
            key={name}
            title={roundText(name)}
            meta={`Last ran ${agoText(at, now)} ago${nextText(nextAt, now)}`}
            trailing={failures > 0 ? <Badge tone="danger">{formatCount(failures)} failed</Badge> : <Badge tone="success">Well</Badge>}
          >
            {lastFailure && (
              <p className="text-13 wrap-anywhere text-muted">
                {whenOf(lastFailure.at)}: {lastFailure.why}
              </p>
            )}
          </ListRow>
        ))}
      </List>
    )}
  </Section>
)

/** R234 */
const Zones = ({ state: { zones } }: Props) => (
  <Section
    title="Time zones"
    description="What the world’s clocks show changes several times a year: a release brings the data of its day."
  >
    {zones.isNodeOlder && (
      <Notice tone="warn" title="Node’s data is older than this release’s">
        Pages, emails and reminders go by the newer one. A zone that Node doesn’t know yet can’t be chosen: a newer Node mends that.
      </Notice>
    )}
    {zones.doubts.map(({ zone, browser, server }) => (
      <Notice key={zone} tone="warn" title={`A browser shows another time in ${zonePlace(zone)}`}>
        Where someone set a start there, their browser showed {formatInstant(`${browser}Z`, 'UTC')}; here that is{' '}
        {formatInstant(`${server}Z`, 'UTC')}. The event is when their browser meant. Is there a newer release, or a newer Node?
      </Notice>
    ))}
    <Card>
      <Facts
        items={[
          { label: 'This release', value: zones.release },
          { label: 'Node', value: zones.node ? `${zones.node} (ICU ${zones.icu})` : 'Unknown' },
        ]}
      />
    </Card>
  </Section>
)

const doubleWords = { account: 'Account', answer: 'Answer', member: 'Member of an organization', teammate: 'Helper with an event' }
/** R244b */
const Doubles = ({ state: { doubles } }: Props) =>
  doubles.length === 0 ? null : (
    <Section
      title="Kept twice under one address"
      description="Two spellings of an address turned out to be one mailbox. Nothing was merged: the address leads to the other record, these stay as they are."
    >
      <List label="Kept twice under one address">
        {doubles.map(({ _id, kind, email, name, createdAt }) => (
          <ListRow
            key={_id}
            title={<span className="wrap-anywhere">{email}</span>}
            meta={[doubleWords[kind], name, `since ${whenOf(createdAt)}`].filter(Boolean).join(' · ')}
          />
        ))}
      </List>
    </Section>
  )

/** R224 */
function Pictures({ state: { pictures } }: Props) {
  const { bytes, isMore, largest } = pictures
  if (bytes === 0) return null
  return (
    <Section title="Uploaded pictures" description="Photos, faces and logos in use, and who has most of them.">
      <Card>
        <Facts
          items={[
            { label: 'All', value: `${isMore ? 'more than ' : ''}${bytesText(bytes)}` },
            ...largest.map((one) => ({ label: one.owner, value: bytesText(one.bytes) })),
          ]}
        />
      </Card>
    </Section>
  )
}

const Sizes = ({ state: { collections } }: Props) => (
  <Section title="What is kept" description="Records of each kind.">
    <Card>
      <Facts
        items={collections
          .filter(({ count }) => count > 0)
          .map(({ name, count, isMore }) => ({
            label: keptWords(name),
            value: <span className="tabular">{isMore ? `more than ${formatCount(count)}` : formatCount(count)}</span>,
          }))}
      />
    </Card>
  </Section>
)

export const Overview = ({ state }: Props) => (
  <div className="flex flex-col gap-10">
    <Figures state={state} />
    <div className="grid items-start gap-10 lg:grid-cols-2">
      <Jobs state={state} />
      <div className="flex min-w-0 flex-col gap-10">
        <Backups state={state} />
        <Payments state={state} />
        <Doubles state={state} />
        <Zones state={state} />
        <Pictures state={state} />
        <Sizes state={state} />
      </div>
    </div>
  </div>
)
