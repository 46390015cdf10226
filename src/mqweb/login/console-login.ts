/** GET /login of the console: the user, the roles on the console, and the properties that the page uses. */
import { jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { roleNames } from '../identity/roles.ts'

export function showConsoleLogin({ caller, services }: RestContext): RestResponse {
  const { managementMode, mqConsoleEnableDashboardBrowse, mqConsoleMaxMsgCharsToDisplay } =
    services.settings().properties
  const { mqRestMftEnabled, mqRestMftCoordinationQmgr } = services.settings().properties

  return jsonResponse(200, {
    name: caller.name,
    mechanism: caller.mechanism,
    roles: roleNames.filter((role) => caller.roles.has(role)),
    settings: {
      managesQueueManagers: managementMode === 'standard',
      transfersFiles: services.fileTransfer !== undefined && mqRestMftEnabled && mqRestMftCoordinationQmgr !== '',
      browsesMessages: mqConsoleEnableDashboardBrowse,
      charactersPerMessage: mqConsoleMaxMsgCharsToDisplay,
    },
  })
}
