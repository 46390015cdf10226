/** Finds the answer of a question: in documents and store beside a running gateway, for slow calls in the gateway itself. */
import { loadDocuments } from '../../runtime/documents/index.ts'
import { type AnswerRow, questions } from '../../runtime/questions/index.ts'
import type { Settings } from '../../runtime/settings/index.ts'
import { describeStateStore, openExistingStateStore } from '../../storage/index.ts'
import { noGatewayError, queryRunningGateway } from '../common/query-gateway.ts'

/** Throws when documents have errors, and when no gateway has used the store. */
export async function answerQuestion(
  name: string,
  argument: string | undefined,
  settings: Settings,
): Promise<AnswerRow[]> {
  const answer = questions[name]
  if (!answer) return listSlowCalls(settings)
  const { config } = await loadDocuments(settings, { sandbox: true })
  if (!config) throw new Error('the documents have errors: "sluice check" lists them')
  const opened = await openExistingStateStore(settings.store)
  if (!opened)
    throw new Error(`no gateway has used ${describeStateStore(settings.store)}: set SLUICE_DATA to its folder`)
  try {
    return await answer({ config, settings, opened }, argument ?? '')
  } finally {
    await opened.store.close()
  }
}

async function listSlowCalls({ dataFolder }: Settings): Promise<AnswerRow[]> {
  const calls = await queryRunningGateway(dataFolder, 'slowest', {})
  if (!calls) throw noGatewayError(dataFolder)
  return calls
    .sort((a, b) => b.totalMs - a.totalMs)
    .map(({ totalMs, api = '-', operation = '-', status, at, requestId, course }) => ({
      ms: totalMs.toFixed(1),
      api,
      operation,
      status: String(status),
      at: new Date(at).toISOString(),
      id: requestId,
      stages: (course?.stages ?? []).map(({ stage, tookMs }) => `${stage} ${tookMs.toFixed(1)}`).join(', '),
    }))
}
