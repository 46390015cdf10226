/** Explains how the gateway decided a call: the checks in their order, advice, and for owners where the time went. */
import { Link } from '@carbon/react'
import { CheckmarkFilled, CircleDash, Download, ErrorFilled } from '@carbon/react/icons'
import { createElement, type ReactNode } from 'react'
import type { RequestError } from '../../../../../shared/ui/api/client.ts'
import { Notice } from '../../../../../shared/ui/feedback/notice.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { drawCall, type SvgNode } from '../../../../contract/access/draw-call.ts'
import type { CallCourseView, CheckView, ExplanationView as Explanation } from '../../rest/index.ts'
import { buildResourceUrl, requestResource } from '../api/client.ts'
import { MessageMovements } from './message-movements.tsx'

/** Downloads a test that makes the same call, for a file beside the documents. */
export function SaveTestLink({ requestId }: { requestId: string }) {
  return (
    <p className="downloads">
      <Link download href={buildResourceUrl(`explanations/${encodeURIComponent(requestId)}/test.yaml`)}>
        <Download /> {t('Save as test')}
      </Link>
    </p>
  )
}

/** Shows where the time of a call went. */
export function CallPicture({ course }: { course: CallCourseView }) {
  const texts = { label: t('The stages of the call with their times'), noResponse: t('no response') }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className="call-picture" tabIndex={0} aria-label={texts.label}>
      {build(drawCall(course, texts), 0)}
    </section>
  )
}

function build({ tag, attributes, children }: SvgNode, key: number): ReactNode {
  const inner = children.map((each, index) => (typeof each === 'string' ? each : build(each, index)))
  return createElement(tag, { ...attributes, key }, ...inner)
}

export interface ExplanationViewProps {
  requestId: string
  /** Whether the call was served, so that nothing is shown when it was not kept. */
  isServed?: boolean
  /** The text when nothing is known; by default, that the API returned the status. */
  missing?: string
  /** What follows when the gateway did not keep the call. */
  children?: ReactNode
}

export function ExplanationView({ requestId, isServed = false, missing, children }: ExplanationViewProps) {
  const { value, problem } = useResource(requestId, (signal) => loadExplanation(requestId, signal))

  if (problem) return <p className="list__note">{problem}</p>
  if (!value) return null
  if (value === 'none')
    return (
      <>
        {!isServed && <p>{missing ?? t('The gateway accepted the call. The API itself returned this status.')}</p>}
        {children}
      </>
    )
  const { messages, checks } = value
  const isRejected = value.reason !== 'served'
  return (
    <section className="explanation" aria-label={isRejected ? t('Why it was refused') : t('How it was served')}>
      {isRejected && (
        <Notice kind="info" title={t('The gateway rejected the request.')}>
          {value.advice}
        </Notice>
      )}
      {value.course && <CallPicture course={value.course} />}
      {messages && <MessageMovements movements={messages} />}
      {checks.length > 0 && (
        <>
          <ol className="checks">
            {checks.map((check) => (
              <Check key={check.check} check={check} />
            ))}
          </ol>
          <SaveTestLink requestId={value.requestId} />
        </>
      )}
      <p className="list__note">
        {t('Request {requestId}, reason {reason}', { requestId: value.requestId, reason: value.reason })}
      </p>
    </section>
  )
}

const outcomes = {
  passed: [CheckmarkFilled, t('passed')],
  failed: [ErrorFilled, t('failed')],
  'not reached': [CircleDash, t('not reached')],
} as const

function Check({ check: { check, outcome, seen, wanted } }: { check: CheckView }) {
  const [Icon, title] = outcomes[outcome]
  return (
    <li className={`check check--${outcome.replace(' ', '-')}`}>
      <Icon size={16} aria-label={title} />
      <div>
        <p className="check__title">{check}</p>
        {outcome !== 'not reached' && seen !== undefined && (
          <p className="check__detail">{t('seen: {seen}', { seen })}</p>
        )}
        {outcome === 'failed' && wanted !== undefined && (
          <p className="check__detail">{t('wanted: {wanted}', { wanted })}</p>
        )}
      </div>
    </li>
  )
}

/** Resolves to `none` if the gateway did not reject the call. */
async function loadExplanation(requestId: string, signal: AbortSignal): Promise<Explanation | 'none'> {
  try {
    return await requestResource('GET /explanations/:request', { request: requestId }, { signal })
  } catch (error) {
    if ((error as RequestError).status === 404) return 'none'
    throw error
  }
}
