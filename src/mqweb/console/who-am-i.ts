/** GET /login: the user, the roles on the console, and the properties that the page has to know. */
import { type Answer, type Call, json } from '../call/call.ts'
import { roleNames } from '../security/roles.ts'

export function whoAmI({ caller, services }: Call): Answer {
  const { managementMode, mqConsoleEnableDashboardBrowse, mqConsoleMaxMsgCharsToDisplay } =
    services.settings().properties

  return json(200, {
    name: caller.name,
    mechanism: caller.mechanism,
    roles: roleNames.filter((role) => caller.roles.has(role)),
    settings: {
      managesQueueManagers: managementMode === 'standard',
      browsesMessages: mqConsoleEnableDashboardBrowse,
      charactersPerMessage: mqConsoleMaxMsgCharsToDisplay,
    },
  })
}
