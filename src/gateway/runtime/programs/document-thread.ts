/** The program of the thread for work that would keep the primary busy: it depends on the size of documents and metrics. */

import type { RunDocumentTask } from '../../parts/portal/host/documents/document-tasks.ts'
import { gatewayParts } from '../../parts.ts'
import { type CatalogWithoutApis, deserializeCatalogs } from '../documents/serialized-config.ts'
import type { CatalogsInUse, PrimaryToDocumentThread } from '../messages.ts'
import { pack } from '../rpc/packed.ts'
import { threadParentPort } from '../rpc/ports.ts'
import { openRpcChannel } from '../rpc/rpc-channel.ts'

let runDocumentTask: RunDocumentTask | undefined
let known: { revision: string; catalogs: readonly CatalogWithoutApis[] } | undefined

openRpcChannel<object, PrimaryToDocumentThread>(threadParentPort(), {
  peer: 'the thread that started this one',
  deadlines: {},
  handlers: {
    // Each task loads only its own code.
    async describe({ folder, file, environment }) {
      const { describeApi } = await import('../../config/index.ts')
      return pack(await describeApi(folder, file, environment))
    },
    async openapi({ folder, file, environment }) {
      const { readPublicOpenApi } = await import('../../config/index.ts')
      return pack(await readPublicOpenApi(folder, file, environment))
    },
    async documents({ task, ...place }) {
      if (!runDocumentTask) {
        const { openDocumentTasks } = await import('../../parts/portal/host/documents/document-tasks.ts')
        runDocumentTask = openDocumentTasks(place, gatewayParts)
      }
      return pack(await runDocumentTask(task))
    },
    async compare({ changes, ...place }) {
      const { compareTexts } = await import('../../parts/portal/host/documents/compare-texts.ts')
      return compareTexts(changes, place)
    },
    async testSignIn(request) {
      const { testSignIn } = await import('../../parts/portal/host/documents/test-sign-in.ts')
      return testSignIn(request, gatewayParts)
    },
    async ask({ name, argument, settings }) {
      const { answerQuestion } = await import('../questions/answer-question.ts')
      return answerQuestion(name, argument, settings, gatewayParts)
    },
    async editApplication({ catalogs, task }) {
      const { openApplicationPlanner } = await import('../../parts/portal/host/plan-application-edit.ts')
      return openApplicationPlanner(readCatalogs(catalogs))(task)
    },
    async tokenEndpoints({ catalogs, localUrl }) {
      const { listTokenEndpoints } = await import('../gateway/token-endpoints.ts')
      return listTokenEndpoints(readCatalogs(catalogs), localUrl)
    },
    async renderMetrics(metrics) {
      const [{ renderMetricsSum }, { unpack }] = await Promise.all([
        import('../../../shared/lib/output/prometheus.ts'),
        import('../rpc/packed.ts'),
      ])
      return renderMetricsSum(metrics.map(unpack))
    },
  },
})

function readCatalogs(inUse: CatalogsInUse): readonly CatalogWithoutApis[] {
  const { revision } = inUse
  if (known?.revision !== revision) known = { revision, catalogs: deserializeCatalogs(inUse) }
  return known.catalogs
}
