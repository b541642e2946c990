// The profile's way to one's own brand, and to those of the organizations one manages.
import { Palette } from 'lucide-react'
import { useMine } from '#client/org/use-mine.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'

const icon = <Palette aria-hidden="true" />

export function BrandSection() {
  const { managed } = useMine()
  return (
    <Section title="Brand">
      <Card padding="lg" className="flex flex-col gap-4">
        <Text tone="muted">Your name and color on invitations, emails and the picture of a shared link.</Text>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href="/brand" icon={icon}>
            Your brand
          </ButtonLink>
          {managed.map(({ _id, name }) => (
            <ButtonLink key={_id} href={`/brand?org=${_id}`} icon={icon} className="max-w-full">
              <span className="truncate">{`Brand of ${name}`}</span>
            </ButtonLink>
          ))}
        </div>
      </Card>
    </Section>
  )
}
