import { systemClock } from '../../../shared/lib/time/clock.ts'
import { onceAsync } from '../../../shared/lib/time/once-async.ts'
import type { GatewayPart } from '../../part.ts'
import { selectCatalogs } from '../../runtime/documents/serialized-config.ts'
import type { ServedGateway } from '../../runtime/gateway/worker-requests.ts'
import { buildPartRequest } from '../../runtime/rpc/part-requests.ts'
import type { MessageHandlers } from '../../runtime/rpc/rpc-channel.ts'
import { openDocumentThread } from '../../runtime/threads/open-document-thread.ts'
import { appsCommand } from './commands/apps-command.ts'
import { type ApplicationsToPrimary, applicationsName, buildRunTask, editMs } from './messages.ts'

/** The code that writes documents is loaded at the first edit, because most primaries never edit one. */
function buildPrimaryRequests(served: ServedGateway): MessageHandlers<ApplicationsToPrimary> {
  const { source, loader, reloader, audit, log } = served

  const applicationEdits = onceAsync(async () => {
    const { openApplicationEdits } = await import('./application-edits.ts')
    const runTask = buildRunTask(openDocumentThread())
    return openApplicationEdits({
      folder: source.configFolder,
      load: (overlay) => loader.preview({ ...source, overlay }),
      runTask: (task) => {
        loader.prestart() // its process starts beside the thread
        return runTask('edit', { catalogs: selectCatalogs(reloader.configInUse()), task })
      },
      reload: reloader.reloadNow,
      storedApplications: loader.storedApplications,
      audit,
      clock: systemClock,
      log,
    })
  })

  return { edit: async ({ edit }) => (await applicationEdits())(edit) }
}

export const applicationsPart: GatewayPart = {
  name: applicationsName,
  commands: [appsCommand],
  primaryRequests: buildPrimaryRequests,
  documentTasks: ({ readCatalogs }) => ({
    async edit({ catalogs, task }) {
      const { openApplicationPlanner } = await import('./plan-application-edit.ts')
      return openApplicationPlanner(readCatalogs(catalogs))(task)
    },
  }),
  buildApplicationEditor(send) {
    const request = buildPartRequest<ApplicationsToPrimary>(applicationsName, { edit: editMs }, send)
    return (edit) => request('edit', { edit })
  },
}
