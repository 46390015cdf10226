import type { GatewayPart } from '../../part.ts'
import { buildPartRequest } from '../../runtime/rpc/part-requests.ts'
import { appsCommand } from './commands/apps-command.ts'
import { type ApplicationsToPrimary, applicationsName, editMs } from './messages.ts'
import { buildPrimaryRequests } from './primary-requests.ts'

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
