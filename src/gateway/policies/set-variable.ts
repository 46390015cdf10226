/** The policy `set-variable`: sets, adds to or clears headers, body and status of the message, and variables. */
import { Type } from '../../lib/json-schema/type.ts'

import { buildAllParts, locateWithin } from '../errors/document-error.ts'
import { definePolicy } from '../policy/policy.ts'
import { buildMessageAction, type MessageAction } from './message-actions.ts'

const value = Type.Union([Type.String(), Type.Number(), Type.Boolean()])
const type = Type.Optional(Type.Enum(['any', 'string', 'number', 'boolean']))

const settings = Type.Object(
  {
    actions: Type.Array(
      Type.Union([
        Type.Object({ set: Type.String(), value, type }, { additionalProperties: false }),
        Type.Object({ add: Type.String(), value, type }, { additionalProperties: false }),
        Type.Object({ clear: Type.String() }, { additionalProperties: false }),
      ]),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
)

export const setVariablePolicy = definePolicy({
  policy: 'set-variable',
  settings,

  assignedVariables({ actions }) {
    return actions.flatMap((action) => ('set' in action && !action.set.startsWith('message.') ? [action.set] : []))
  },

  build({ actions }, { scope, location }) {
    const steps = buildAllParts<MessageAction[]>(
      ...actions.map((action, index) => () => {
        const at = locateWithin(location, 'actions', index)
        if ('set' in action) return buildMessageAction('set', action.set, String(action.value), scope, at)
        if ('add' in action) return buildMessageAction('add', action.add, String(action.value), scope, at)
        return buildMessageAction('clear', action.clear, '', scope, at)
      }),
    )

    return function setVariable(call) {
      for (const step of steps) {
        const rejection = step(call)
        if (rejection) return rejection
      }
      return undefined
    }
  },
})
