/** Shows the limits of a plan as text. */
import { t } from '../../../ui/text/t.ts'
import type { ApiSummary, LimitView } from '../../rest/index.ts'

export interface PlanLimitsProps {
  limits: readonly LimitView[]
  /** The APIs of the product. */
  apis: readonly ApiSummary[]
}

export function PlanLimits({ limits, apis }: PlanLimitsProps) {
  const titleOf = (name: string) => apis.find(({ reference }) => reference === name)?.title ?? name
  if (limits.length === 0) return <p className="card__list">{t('Without limits')}</p>
  return (
    <ul className="card__list card__list--strong">
      {limits.map(({ name, kind, part, words }) => (
        <li key={`${kind} ${part} ${name}`}>
          {words}
          {part && <span className="list__note">{part.replace(/^\S+/, titleOf)}</span>}
        </li>
      ))}
    </ul>
  )
}
