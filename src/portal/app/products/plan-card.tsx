/** Shows one plan: its APIs, its limits, and whether it needs approval. */
import { Button, Tag, Tile } from '@carbon/react'

import type { ApiSummary, PlanView } from '../../rest/index.ts'
import { DescriptionText } from '../text/description-text.tsx'
import { PlanLimits } from './plan-limits.tsx'

export interface PlanCardProps {
  plan: PlanView
  /** The APIs of the product. */
  apis: readonly ApiSummary[]
  /** Undefined for a deprecated product, which takes no new subscriptions. */
  subscribe: (() => void) | undefined
}

export function PlanCard({ plan, apis, subscribe }: PlanCardProps) {
  const titleOf = (reference: string) => apis.find((api) => api.reference === reference)?.title ?? reference
  return (
    <Tile className="card">
      <h3 className="card__title">{plan.title}</h3>
      {plan.approval && <Tag type="purple">needs approval</Tag>}
      <DescriptionText text={plan.description} />
      <PlanLimits limits={plan.limits} />
      {plan.tokens !== undefined && <p className="card__list">Tokens: {plan.tokens}</p>}
      <ul className="card__list">
        {plan.apis.map((reference) => (
          <li key={reference}>
            {titleOf(reference)}
            {operationsOf(plan, reference)}
          </li>
        ))}
      </ul>
      {subscribe && (
        <Button size="md" onClick={subscribe} aria-label={`Subscribe to ${plan.title}`}>
          Subscribe
        </Button>
      )}
    </Tile>
  )
}

function operationsOf({ operations }: PlanView, reference: string): string {
  const some = operations.find(({ api }) => api === reference)
  return some ? `: only ${some.operations.join(', ')}` : ''
}
