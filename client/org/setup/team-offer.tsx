// What stands where one would name a new organization, as long as the plan has none.
import type { ReactNode } from 'react'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { teamOnly } from './founding.ts'

export const TeamOffer = ({ children }: { children?: ReactNode }) => (
  <Card as="section" padding="lg" className="flex flex-col items-start gap-3">
    <Heading level={2} size={20}>
      Organizations come with the Team plan
    </Heading>
    {children}
    <Text tone="muted">{teamOnly}</Text>
    <ButtonLink href="/pricing?plan=team" variant="primary">
      See the Team plan
    </ButtonLink>
  </Card>
)
