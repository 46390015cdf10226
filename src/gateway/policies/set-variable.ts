/**
 * set-variable: sets, adds to or clears fields of the message, its body, its status, and variables of one's own.
 */
import { Type } from '../../lib/json-schema/type.ts'

import { buildAll, within } from '../call/document-error.ts'
import { type Action, buildAction } from './message-actions.ts'
import { policy } from './types.ts'

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

export const setVariable = policy({
  policy: 'set-variable',
  settings,

  assigns({ actions }) {
    return actions.flatMap((action) =>
      'set' in action && !action.set.startsWith('message.') ? [action.set] : [],
    )
  },

  build({ actions }, { scope, place }) {
    const steps = buildAll<Action[]>(
      ...actions.map((action, index) => () => {
        const at = within(place, 'actions', index)
        if ('set' in action) return buildAction('set', action.set, String(action.value), scope, at)
        if ('add' in action) return buildAction('add', action.add, String(action.value), scope, at)
        return buildAction('clear', action.clear, '', scope, at)
      }),
    )

    return function setVariable(call) {
      for (const step of steps) {
        const refusal = step(call)
        if (refusal) return refusal
      }
      return undefined
    }
  },
})
