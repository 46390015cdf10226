/** Tasks of the portal in the document thread. Each loads only its own code. */
import type { DocumentThread } from '../../../part.ts'
import { pack } from '../../../runtime/rpc/packed.ts'
import type { MessageHandlers } from '../../../runtime/rpc/rpc-channel.ts'
import type { DocumentFolder, PortalToThread } from './messages.ts'
import type { RunDocumentTask } from './thread-tasks.ts'

export function buildDocumentTasks({ parts, readCatalogs }: DocumentThread): MessageHandlers<PortalToThread> {
  let runDocumentTask: RunDocumentTask | undefined

  return {
    async describe({ folder, file, environment }) {
      const { describeApi } = await import('../../../config/index.ts')
      return pack(await describeApi(folder, file, environment))
    },
    async openapi({ folder, file, environment }) {
      const { readPublicOpenApi } = await import('../../../config/index.ts')
      return pack(await readPublicOpenApi(folder, file, environment))
    },
    async documents({ task, catalogs, ...place }) {
      runDocumentTask ??= await openTasks(place, parts)
      return pack(await runDocumentTask(task, catalogs && readCatalogs(catalogs)))
    },
    async compare({ changes, ...place }) {
      const { compareTexts } = await import('../host/documents/compare-texts.ts')
      return compareTexts(changes, place)
    },
    async testSignIn(request) {
      const { testSignIn } = await import('../host/documents/test-sign-in.ts')
      return testSignIn(request, parts)
    },
  }
}

async function openTasks(place: DocumentFolder, parts: DocumentThread['parts']): Promise<RunDocumentTask> {
  const { openDocumentTasks } = await import('../host/documents/document-tasks.ts')
  return openDocumentTasks(place, parts)
}
