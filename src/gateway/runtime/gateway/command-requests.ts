/** Responds to commands beside a running gateway: `sluice plan`, `token`, `why` and others. */
import { nameSecret } from '../../config/index.ts'
import { selectCatalogs } from '../documents/serialized-config.ts'
import type { CommandToPrimary } from '../messages.ts'
import { unpack } from '../rpc/packed.ts'
import type { MessageHandlers } from '../rpc/rpc-channel.ts'
import { runInDocumentThread } from '../threads/open-document-thread.ts'
import type { ServedGateway } from './worker-requests.ts'

export function buildCommandHandlers(gateway: ServedGateway): MessageHandlers<CommandToPrimary> {
  const { source, loader, reloader, workers, calls } = gateway
  return {
    async plan({ folder = source.configFolder }) {
      return {
        folder,
        inUse: reloader.configInUse().revision,
        ...(await loader.preview({ ...source, configFolder: folder })),
      }
    },

    async token({ token }) {
      const [response] = await workers.requestAll('inspect', { token })
      if (!response) throw new Error('no worker of the gateway responded: see its log')
      return response
    },

    async providers() {
      const catalogs = selectCatalogs(reloader.configInUse())
      return runInDocumentThread('tokenEndpoints', { catalogs, localUrl: workers.localUrl })
    },

    why: async ({ requestId }) => (await calls.find(requestId)) ?? null,
    slowest: async () => (await workers.requestAll('slowest', undefined)).flat(),
    profile: async (request) => unpack(await workers.requestOne('profile', request)),
    follow: (request) => workers.requestAll('follow', request),
    nodes: async () => workers.nodes() ?? null,
    secrets: async ({ references }) =>
      Object.fromEntries(references.map((each) => [nameSecret(each), source.environment[nameSecret(each)]])),
  }
}
