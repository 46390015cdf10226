/** The policy `set-variable`: sets, adds to or clears headers, body and status of the message, and variables. */
import { Type } from '../../../shared/lib/json-schema/type.ts'
import { buildAllParts, locateWithin } from '../errors/document-error.ts'
import { definePolicy } from '../policy/policy.ts'
import { buildMessageAction, type MessageAction } from './message-actions.ts'

const value = Type.Unknown({ description: 'A text, a number, a boolean, or an object that becomes JSON' })
const type = Type.Optional(Type.Enum(['any', 'string', 'number', 'boolean']))

const settings = Type.Object(
  {
    actions: Type.Array(
      Type.Union([
        Type.Object({ set: Type.String(), value, type }, { additionalProperties: false }),
        Type.Object({ add: Type.String(), value, type }, { additionalProperties: false }),
        Type.Object({ clear: Type.String(), type }, { additionalProperties: false }),
      ]),
      { default: [] },
    ),
  },
  { additionalProperties: false },
)

export const setVariablePolicy = definePolicy({
  policy: 'set-variable',
  settings,

  assignedVariables({ actions }) {
    const names = actions.map((action) => ('set' in action ? action.set : 'add' in action ? action.add : 'message.'))
    return names.filter((name) => !name.startsWith('message.'))
  },

  build({ actions }, { scope, location }) {
    const steps = buildAllParts<MessageAction[]>(
      ...actions.map((action, index) => () => {
        const at = locateWithin(location, 'actions', index)
        if ('clear' in action) return buildMessageAction('clear', action.clear, '', scope, at)
        const verb = 'set' in action ? 'set' : 'add'
        const target = 'set' in action ? action.set : action.add
        return buildMessageAction(verb, target, action.value, scope, at, action.type)
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
