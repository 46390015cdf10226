/**
 * throw: ends the assembly with an error, which a clause of `catch` may take up by its name.
 */
import { Type } from '../../lib/json-schema/type.ts'

import { within } from '../call/document-error.ts'
import { Refusal } from '../call/refusals.ts'
import { fill } from '../templates/fill.ts'
import { compileTemplate } from '../templates/template.ts'
import { policy } from './types.ts'

const settings = Type.Object({
  name: Type.String({ minLength: 1, description: 'The name by which it can be caught' }),
  message: Type.Optional(Type.String({ description: 'What the caller is told' })),
  'error-status-code': Type.Integer({ minimum: 400, maximum: 599, default: 500 }),
})

export const throwError = policy({
  policy: 'throw',
  settings,

  build({ name, message, 'error-status-code': status }, { scope, place }) {
    const template =
      message === undefined ? undefined : compileTemplate(message, scope, within(place, 'message'))
    const details = { error: name, status, place }

    return function throwError(call) {
      return new Refusal('thrown', template ? { ...details, text: fill(template, call) } : details)
    }
  },
})
