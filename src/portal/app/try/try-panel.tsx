/** Calls one operation: application, credentials, values, then the response. */
import { Tag } from '@carbon/react'
import { useEffect, useRef, useState } from 'react'
import { BodyView } from '../../../ui/body/body-view.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { Group } from '../../../ui/shell/group.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import type { ApiView, OperationView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { useStoredCredentials } from '../session/stored-credentials.tsx'
import { type ApiRequest, buildApiRequest, findDraftError } from './api-request.ts'
import { ApplicationSelect, CredentialsForm, useCredentials } from './credentials-form.tsx'
import { ExplanationView } from './explanation-view.tsx'
import { useRequestDraft } from './request-drafts.tsx'
import { RequestForm } from './request-form.tsx'
import { type ApiExchange, sendApiRequest } from './send-api-request.ts'

export default function TryPanel({ api, operation }: { api: ApiView; operation: OperationView }) {
  const wallet = useStoredCredentials()
  const [draft, setDraft] = useRequestDraft(api, operation)
  const { value, problem, reload } = useResource('try', async (signal) => {
    const [applications, providers] = await Promise.all([
      requestResource('GET /applications', {}, { signal }),
      requestResource('GET /providers', {}, { signal }),
    ])
    return { applications, providers }
  })
  const application = value?.applications.find(({ name }) => name === wallet.application) ?? value?.applications[0]
  const proof = useCredentials(operation, application)
  const { exchange, problem: unanswered, busy, call, stop } = useExchange()
  const fault = findDraftError(operation, draft)

  if (problem) return <ErrorNotice text={problem} again={reload} />
  if (!value) return <LoadingForm />
  return (
    <div className="try">
      <div className="try__parts">
        <div>
          <ApplicationSelect api={api} applications={value.applications} chosen={application} />
          {proof.requirement && (
            <CredentialsForm proof={proof} application={application} providers={value.providers} changed={reload} />
          )}
          <RequestForm
            operation={operation}
            draft={draft}
            change={(some) => setDraft({ ...draft, ...some })}
            fault={fault}
            busy={busy}
            send={() => void call(buildApiRequest(api, operation, draft, proof.requirement, proof.credentials))}
            stop={stop}
          />
          {unanswered && <ErrorNotice text={unanswered} />}
        </div>
        {exchange ? (
          <ResponseView key={exchange.requestId ?? exchange.totalMs} exchange={exchange} />
        ) : (
          <p className="try__awaited">
            {t('The response will be here, with its time and headers, or why the gateway rejected the call.')}
          </p>
        )}
      </div>
    </div>
  )
}

/** Keeps what follows the form out of the window, so that it does not move when the form is there. */
function LoadingForm() {
  return (
    <div className="try__loading">
      <LoadingIndicator />
    </div>
  )
}

/** Runs one call at a time and keeps its response. The user can stop it. */
function useExchange() {
  const [state, setState] = useState<{ busy: boolean; exchange?: ApiExchange; problem?: string }>({ busy: false })
  const running = useRef<AbortController>(undefined)
  const wallet = useStoredCredentials()

  useEffect(() => () => running.current?.abort(), [])

  async function call(request: ApiRequest): Promise<void> {
    const ends = new AbortController()
    running.current?.abort()
    running.current = ends
    setState({ busy: true })
    try {
      const exchange = await sendApiRequest(request, ends.signal)
      if (exchange.status < 400) wallet.markCalled()
      setState({ busy: false, exchange })
    } catch (error) {
      if (!ends.signal.aborted) setState({ busy: false, problem: (error as Error).message })
    }
  }

  function stop() {
    running.current?.abort()
    setState({ busy: false })
  }

  return { exchange: state.exchange, problem: state.problem, busy: state.busy, call, stop }
}

const kinds = { 2: 'green', 3: 'blue', 4: 'magenta', 5: 'red' } as const

/** Shows the response: status, timing, headers, body, and the explanation if the gateway rejected the call. */
function ResponseView({ exchange }: { exchange: ApiExchange }) {
  const { request, status, statusText, headers, body, truncated, headMs, totalMs, requestId } = exchange
  const kind = kinds[Math.floor(status / 100) as keyof typeof kinds] ?? 'gray'
  return (
    <Group level={3} className="group answer" title={t('Response')}>
      <div role="status" className="answer__status">
        <Tag type={kind}>
          {status} {statusText}
        </Tag>
        {t('in {time}', { time: formatMs(totalMs) })}
        <span className="list__note">
          {t(
            truncated
              ? 'head after {time}, {count, plural, one {# byte} other {# bytes}} and more'
              : 'head after {time}, {count, plural, one {# byte} other {# bytes}}',
            { time: formatMs(headMs), count: body.length },
          )}
        </span>
      </div>
      <p className="answer__call">
        {request.method} {request.path}
      </p>
      {requestId && <ExplanationView requestId={requestId} isServed={status < 400} />}
      <BodyView bytes={body} />
      {truncated && <p>{t('The body is longer. Only the first 512 KiB were loaded.')}</p>}
      <details className="answer__headers">
        <summary>{t('{count, plural, one {# header} other {# headers}}', { count: headers.length })}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
        <section className="body" tabIndex={0} aria-label={t('Headers')}>
          {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </section>
      </details>
    </Group>
  )
}

function formatMs(ms: number): string {
  return `${formatNumber(ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms))} ms`
}
