/** The policy `throw`: ends the assembly with an error, which a clause of `catch` may catch by its name. */
import { Type } from '../../../shared/lib/json-schema/type.ts'
import { locateWithin } from '../errors/document-error.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { definePolicy } from '../policy/policy.ts'
import { renderTemplate } from '../templates/render-template.ts'
import { compileTemplate } from '../templates/template.ts'

const settings = Type.Object({
  name: Type.String({ minLength: 1, description: 'The name that a clause of catch matches' }),
  message: Type.Optional(Type.String({ description: 'The text for the caller' })),
  'error-status-code': Type.Integer({ minimum: 400, maximum: 599, default: 500 }),
  'error-status-reason': Type.Optional(Type.String({ description: 'No effect: reason phrases are not sent' })),
})

export const throwPolicy = definePolicy({
  policy: 'throw',
  settings,

  build({ name, message, 'error-status-code': status }, { scope, location }) {
    const [nameTemplate, text] = [
      compileTemplate(name, scope, locateWithin(location, 'name')),
      message === undefined ? undefined : compileTemplate(message, scope, locateWithin(location, 'message')),
    ]

    return function throwError(call) {
      const details = { catchName: renderTemplate(nameTemplate, call), status, location }
      return new GatewayError('thrown', text ? { ...details, text: renderTemplate(text, call) } : details)
    }
  },
})
