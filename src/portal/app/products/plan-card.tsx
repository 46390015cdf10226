/** Shows one plan: its APIs, its limits, and whether it needs approval. */

import { Button, Tag, Tile } from '@carbon/react'
import { t } from '../../../ui/text/t.ts'

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
      {plan.approval && <Tag type="purple">{t('needs approval')}</Tag>}
      <DescriptionText text={plan.description} />
      <PlanLimits limits={plan.limits} />
      {plan.tokens !== undefined && (
        <p className="card__list">{t('Tokens: {tokens}', { tokens: plan.tokens })}</p>
      )}
      <ul className="card__list">
        {plan.apis.map((reference) => (
          <li key={reference}>{describeApi(plan, reference, titleOf(reference))}</li>
        ))}
      </ul>
      {subscribe && (
        <Button size="md" onClick={subscribe} aria-label={t('Subscribe to {title}', { title: plan.title })}>
          {t('Subscribe')}
        </Button>
      )}
    </Tile>
  )
}

function describeApi({ operations }: PlanView, reference: string, title: string): string {
  const some = operations.find(({ api }) => api === reference)
  return some ? t('{title}: only {operations}', { title, operations: some.operations.join(', ') }) : title
}
