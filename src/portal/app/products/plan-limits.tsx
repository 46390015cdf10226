/** Shows the limits of a plan as text. */
import { t } from '../../../ui/text/t.ts'
import type { LimitView } from '../../rest/index.ts'

export function PlanLimits({ limits }: { limits: readonly LimitView[] }) {
  if (limits.length === 0) return <p className="card__list">{t('Without limits')}</p>
  return (
    <ul className="card__list card__list--strong">
      {limits.map(({ name, kind, part, words }) => (
        <li key={`${kind} ${part} ${name}`}>
          {words}
          {part && <span className="list__note">{part}</span>}
        </li>
      ))}
    </ul>
  )
}
