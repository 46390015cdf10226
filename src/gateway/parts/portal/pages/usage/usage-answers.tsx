/** The answers that the page of usage begins with: the nearest limit, what failed and since when, and what is slow. */
import { Link } from '@carbon/react'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { LimitUsage, UsageMinutes, UsageView } from '../../rest/index.ts'
import type { CatalogTitles } from '../products/catalog-titles.ts'
import { buildApplicationLink } from '../routing/page-route.ts'
import { describeLimitUsage } from './plan-meters.tsx'
import { findNearestLimit, findSlowStart, formatLatency, sumCounts } from './usage-samples.ts'

export interface UsageAnswersProps {
  usage: Pick<UsageView, 'application' | 'plans'>
  minutes: UsageMinutes
  titles: CatalogTitles
}

export function UsageAnswers({ usage: { application, plans }, minutes, titles }: UsageAnswersProps) {
  const nearest = findNearestLimit(plans)
  return (
    <div className="answers">
      <Answer
        question={t('Am I near my limit?')}
        answer={nearest ? t('{share} % used', { share: shareOf(nearest) }) : t('No limit')}
        isBad={nearest !== undefined && shareOf(nearest) >= 80}
      >
        {nearest && `${nearest.words}. ${describeLimitUsage(nearest)} `}
        {nearest && shareOf(nearest) >= 80 && (
          <Link href={buildApplicationLink(application, 'subscriptions')}>{t('Change the plan')}</Link>
        )}
      </Answer>
      <FailureAnswer minutes={minutes} titles={titles} application={application} />
      <SlowAnswer minutes={minutes} titles={titles} />
    </div>
  )
}

type MinutesProps = Pick<UsageAnswersProps, 'minutes' | 'titles'>

function FailureAnswer({ minutes, titles, application }: MinutesProps & { application: string }) {
  const { calls, refusals, errors } = sumCounts(minutes.steps)
  const failed = refusals + errors
  const [worst] = minutes.failures
  return (
    <Answer
      question={t('What failed, and why?')}
      answer={failed === 0 ? t('Nothing') : t('{failed} of {calls} calls', { failed, calls })}
      isBad={failed > 0}
    >
      {failed > 0 &&
        t('{refusals} rejected by the gateway, {errors, plural, one {# error} other {# errors}} of the API.', {
          refusals,
          errors,
        })}{' '}
      {worst && (
        <>
          <Link href={buildApplicationLink(application, 'rejections')}>{worst.reason}</Link>
          {` ${[worst.operation, titles.describeApi(worst.api)].filter(Boolean).join(' · ')}, ${t('first')} `}
          <RelativeTime at={worst.since} />. {worst.advice}
        </>
      )}
    </Answer>
  )
}

function SlowAnswer({ minutes: { operations, steps }, titles }: MinutesProps) {
  const slowest = operations.toSorted((a, b) => (b.p95Ms ?? 0) - (a.p95Ms ?? 0))[0]
  const since = findSlowStart(steps)
  return (
    <Answer
      question={t('What is slow?')}
      answer={formatLatency(slowest?.p95Ms) ?? t('No call')}
      isBad={since !== undefined}
    >
      {slowest?.averageMs !== undefined &&
        t('95 % of the calls of {operation} are faster; the average is {average}.', {
          operation: [slowest.operation, titles.describeApi(slowest.api)].filter(Boolean).join(' · '),
          average: formatLatency(slowest.averageMs),
        })}{' '}
      {since && (
        <>
          {t('All calls together are twice as slow as before, since')} <RelativeTime at={since} />.
        </>
      )}
    </Answer>
  )
}

type AnswerProps = { question: string; answer: string; isBad: boolean; children: ReactNode }

function Answer({ question, answer, isBad, children }: AnswerProps) {
  return (
    <section className={isBad ? 'answer-card answer-card--bad' : 'answer-card'} aria-label={question}>
      <h2 className="answer-card__question">{question}</h2>
      <p className="answer-card__answer">{answer}</p>
      <div>{children}</div>
    </section>
  )
}

function shareOf({ used, calls }: LimitUsage): number {
  return Math.round((100 * used) / Math.max(1, calls ?? 1))
}
