/** Calls one operation: application, credentials, values, then the response. */

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import type { ApiView, OperationView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { useStoredCredentials } from '../session/stored-credentials.tsx'
import { buildApiRequest, findDraftError } from './api-request.ts'
import { ApplicationSelect } from './application-select.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { useRequestDraft } from './request-drafts.tsx'
import { RequestForm } from './request-form.tsx'
import { ResponseView } from './response-view.tsx'
import { useCredentials } from './use-credentials.ts'
import { useExchange } from './use-exchange.ts'

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
  const application =
    value?.applications.find(({ name }) => name === wallet.application) ?? value?.applications[0]
  const proof = useCredentials(operation, application)
  const { exchange, problem: unanswered, busy, call, stop } = useExchange()
  const fault = findDraftError(operation, draft)

  if (problem) return <ErrorNotice text={problem} again={reload} />
  if (!value) return <LoadingIndicator />
  return (
    <div className="try">
      <ApplicationSelect api={api} applications={value.applications} chosen={application} />
      {proof.requirement && (
        <CredentialsForm
          proof={proof}
          application={application}
          providers={value.providers}
          changed={reload}
        />
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
      {exchange && <ResponseView key={exchange.requestId ?? exchange.totalMs} exchange={exchange} />}
    </div>
  )
}
