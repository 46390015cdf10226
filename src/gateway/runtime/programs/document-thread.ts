/** The program of the thread for work that would keep the primary busy: it depends on the size of documents and metrics. */
import { gatewayParts } from '../../parts.ts'
import { type CatalogsInUse, type CatalogWithoutApis, deserializeCatalogs } from '../documents/serialized-config.ts'
import type { PrimaryToDocumentThread } from '../messages.ts'
import { buildPartHandler } from '../rpc/part-requests.ts'
import { threadParentPort } from '../rpc/ports.ts'
import { openRpcChannel } from '../rpc/rpc-channel.ts'

let known: { revision: string; catalogs: readonly CatalogWithoutApis[] } | undefined

openRpcChannel<object, PrimaryToDocumentThread>(threadParentPort(), {
  peer: 'the thread that started this one',
  deadlines: {},
  handlers: {
    part: buildPartHandler(
      gatewayParts.map(({ name, documentTasks }) => [name, documentTasks?.({ readCatalogs, parts: gatewayParts })]),
    ),
    // Each task loads only its own code.
    async ask({ name, argument, settings }) {
      const { answerQuestion } = await import('../questions/answer-question.ts')
      return answerQuestion(name, argument, settings, gatewayParts)
    },
    tokenEndpoints: ({ catalogs, localUrl }) =>
      readCatalogs(catalogs).flatMap(({ path, providers }) =>
        [...providers.values()].map(({ name, basePath, tokenPath, scopes }) => ({
          provider: name,
          catalog: path.slice(1),
          url: `${localUrl}${path}${basePath}${tokenPath}`,
          scopes: [...scopes.keys()],
        })),
      ),
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
