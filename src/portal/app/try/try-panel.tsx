/** Calls one operation: as which application, with which proof, with which values; then the answer. */
import { useState } from 'react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import type { ApiView, OperationView } from '../../rest/index.ts'
import { ask } from '../api/client.ts'
import { AnswerView } from './answer-view.tsx'
import { ApplicationChoice } from './application-choice.tsx'
import { Proof } from './proof.tsx'
import { emptyDraft, faultOf, requestOf } from './request.ts'
import { RequestForm } from './request-form.tsx'
import { useExchange } from './use-exchange.ts'
import { useProof } from './use-proof.ts'
import { useWallet } from './wallet.tsx'

export default function TryPanel({ api, operation }: { api: ApiView; operation: OperationView }) {
  const wallet = useWallet()
  const [draft, setDraft] = useState(() => emptyDraft(operation))
  const { value, problem, reload } = useResource('try', async (signal) => {
    const [applications, providers] = await Promise.all([
      ask('GET /applications', {}, { signal }),
      ask('GET /providers', {}, { signal }),
    ])
    return { applications, providers }
  })
  const application =
    value?.applications.find(({ name }) => name === wallet.application) ?? value?.applications[0]
  const proof = useProof(operation, application)
  const { exchange, problem: unanswered, busy, call, stop } = useExchange()
  const fault = faultOf(operation, draft)

  if (problem) return <ErrorNotice text={problem} again={reload} />
  if (!value) return <LoadingIndicator />
  return (
    <div className="try">
      <ApplicationChoice api={api} applications={value.applications} chosen={application} />
      {proof.requirement && (
        <Proof proof={proof} application={application} providers={value.providers} changed={reload} />
      )}
      <RequestForm
        operation={operation}
        draft={draft}
        change={(some) => setDraft({ ...draft, ...some })}
        fault={fault}
        busy={busy}
        send={() => void call(requestOf(api, operation, draft, proof.requirement, proof.credentials))}
        stop={stop}
      />
      {unanswered && <ErrorNotice text={unanswered} />}
      {exchange && <AnswerView key={exchange.requestId ?? exchange.totalMs} exchange={exchange} />}
    </div>
  )
}
