/** Calls one operation: application, credentials, values, then the response. */
import { useEffect, useRef, useState } from 'react'
import { LoadingIndicator } from '../../../../../shared/ui/feedback/loading-indicator.tsx'
import { ErrorNotice } from '../../../../../shared/ui/feedback/notice.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApiView, OperationView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { useStoredCredentials } from '../session/stored-credentials.tsx'
import { type ApiRequest, buildApiRequest, findDraftError } from './api-request.ts'
import { ApplicationSelect, CredentialsForm, useCredentials } from './credentials-form.tsx'
import { useRequestDraft, useSentCalls } from './request-drafts.tsx'
import { RequestForm } from './request-form.tsx'
import { CallHistory, ResponseView } from './response-view.tsx'
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
  const [calls, record] = useSentCalls(api, operation)
  const { exchange, problem: unanswered, busy, call, show, stop } = useExchange(calls[0]?.exchange)
  const answer = useRef<HTMLDivElement>(null)
  const fault = findDraftError(operation, draft)

  if (problem) return <ErrorNotice text={problem} again={reload} />
  // What follows the form stays out of the window, so that it does not move when the form is there.
  if (!value)
    return (
      <div className="try__loading">
        <LoadingIndicator />
      </div>
    )

  async function send() {
    const sent = await call(buildApiRequest(api, operation, draft, proof.requirement, proof.credentials))
    if (sent) record({ draft, exchange: sent })
    requestAnimationFrame(() => answer.current?.querySelector('[role=status]')?.scrollIntoView({ block: 'nearest' }))
  }

  return (
    <div className="try">
      <div className="try__parts">
        <div className="try__steps">
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
            send={() => void send()}
            stop={stop}
          />
        </div>
        <div ref={answer}>
          {unanswered && <ErrorNotice text={unanswered} />}
          {exchange ? (
            <ResponseView key={exchange.requestId ?? exchange.totalMs} exchange={exchange} />
          ) : (
            <p className="try__awaited">
              {t('The response will be here, with its time and headers, or why the gateway rejected the call.')}
            </p>
          )}
          <CallHistory
            calls={calls}
            show={(each) => {
              setDraft(each.draft)
              show(each.exchange)
            }}
          />
        </div>
      </div>
    </div>
  )
}

/** Runs one call at a time and keeps its response. The user can stop it. */
function useExchange(last: ApiExchange | undefined) {
  const [state, setState] = useState<{ busy: boolean; exchange?: ApiExchange | undefined; problem?: string }>({
    busy: false,
    exchange: last,
  })
  const running = useRef<AbortController>(undefined)
  const wallet = useStoredCredentials()

  useEffect(() => () => running.current?.abort(), [])

  async function call(request: ApiRequest): Promise<ApiExchange | undefined> {
    const ends = new AbortController()
    running.current?.abort()
    running.current = ends
    setState({ busy: true })
    try {
      const exchange = await sendApiRequest(request, ends.signal)
      if (exchange.status < 400) wallet.markCalled()
      setState({ busy: false, exchange })
      return exchange
    } catch (error) {
      if (!ends.signal.aborted) setState({ busy: false, problem: (error as Error).message })
      return undefined
    }
  }

  function stop() {
    running.current?.abort()
    setState({ busy: false })
  }

  const show = (exchange: ApiExchange) => setState({ busy: false, exchange })
  return { ...state, call, show, stop }
}
