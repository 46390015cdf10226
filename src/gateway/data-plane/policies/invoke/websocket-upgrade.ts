/** The policy `websocket-upgrade`, for APIs of WebSockets. `invoke` forwards the upgrade of a request as well. */
import { Type } from '../../../../shared/lib/json-schema/type.ts'
import { locateWithin, UndefinedValueError } from '../../errors/document-error.ts'
import { definePolicy } from '../../policy/policy.ts'
import { invokePolicy } from './invoke.ts'
import { invokeSettingsSchema } from './settings.ts'

const messageAssemblies = ['request-assembly', 'response-assembly'] as const
const messageAssembly = Type.Optional(Type.Unknown({ description: 'Must be empty: policies do not see messages' }))

export const websocketUpgradePolicy = definePolicy({
  ...invokePolicy,
  policy: 'websocket-upgrade',
  settings: Type.Object(
    { ...invokeSettingsSchema.properties, 'request-assembly': messageAssembly, 'response-assembly': messageAssembly },
    { additionalProperties: false },
  ),

  build({ ...settings }, context) {
    for (const name of messageAssemblies) {
      const steps = (settings[name] as { execute?: unknown } | undefined)?.execute
      if (Array.isArray(steps) && steps.length > 0) {
        const message = `${name} has policies, but policies do not see the messages of a WebSocket: remove it`
        throw new UndefinedValueError(locateWithin(context.location, name), message)
      }
    }
    return invokePolicy.build(settings, context)
  },
})
