/** The answers that the page of usage begins with: the nearest limit, what failed, and what is slow. */
import { Link } from '@carbon/react'
import type { ReactNode } from 'react'
import { formatTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import type { LimitUsage, UsageView } from '../../rest/index.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import type { CatalogTitles } from '../products/catalog-titles.ts'
import { buildApplicationLink } from '../routing/page-route.ts'
import { describeLimitUsage } from './plan-meters.tsx'
import { findFailureStart, findNearestLimit, formatLatency, sumUsage } from './usage-samples.ts'

export interface UsageAnswersProps {
  usage: UsageView
  titles: CatalogTitles
}

export function UsageAnswers({ usage, titles }: UsageAnswersProps) {
  const nearest = findNearestLimit(usage.plans)
  const { calls, refusals, errors } = sumUsage(usage.hours)
  const slowest = usage.apis.toSorted((a, b) => (b.p95Ms ?? 0) - (a.p95Ms ?? 0))[0]
  const since = findFailureStart(usage.hours)
  return (
    <div className="answers">
      <Answer
        question={t('Am I near my limit?')}
        answer={nearest ? t('{share} % used', { share: shareOf(nearest) }) : t('No limit')}
      >
        {nearest && `${nearest.words}. ${describeLimitUsage(nearest)} `}
        {nearest && shareOf(nearest) >= 80 && (
          <Link href={buildApplicationLink(usage.application, 'subscriptions')}>{t('Change the plan')}</Link>
        )}
      </Answer>
      <Answer
        question={t('What failed, and why?')}
        answer={
          refusals + errors === 0 ? t('Nothing') : t('{failed} of {calls} calls', { failed: refusals + errors, calls })
        }
      >
        {refusals + errors > 0 && (
          <>
            {t('{refusals} rejected by the gateway, {errors, plural, one {# error} other {# errors}} of the API.', {
              refusals,
              errors,
            })}{' '}
            {since && t('In each hour with calls since {time}.', { time: formatTime(since) })}
            <LatestRejection application={usage.application} />
          </>
        )}
      </Answer>
      <Answer question={t('What is slow?')} answer={formatLatency(slowest?.p95Ms) ?? t('No call')}>
        {slowest?.averageMs !== undefined &&
          t('95 % of the calls of {api} are faster; the average is {average}.', {
            api: titles.describeApi(slowest.api),
            average: formatLatency(slowest.averageMs),
          })}
      </Answer>
    </div>
  )
}

function Answer({ question, answer, children }: { question: string; answer: string; children: ReactNode }) {
  return (
    <section className="answer-card" aria-label={question}>
      <h2 className="answer-card__question">{question}</h2>
      <p className="answer-card__answer">{answer}</p>
      <div>{children}</div>
    </section>
  )
}

/** What the latest rejection was about, and what to do. */
function LatestRejection({ application }: { application: string }) {
  const { value } = usePortalResource('GET /applications/:application/rejections', { application })
  const [latest] = value ?? []
  if (!latest) return null
  const same = value?.filter(({ reason }) => reason === latest.reason).length ?? 0
  return (
    <p>
      <Link href={buildApplicationLink(application, 'rejections')}>
        {t('{count, plural, one {The latest} other {The latest #}}: {reason}', { count: same, reason: latest.reason })}
      </Link>{' '}
      {latest.advice}
    </p>
  )
}

function shareOf({ used, calls }: LimitUsage): number {
  return Math.round((100 * used) / Math.max(1, calls ?? 1))
}
