/** The policy `throw`: ends the assembly with an error, which a clause of `catch` may catch by its name. */
import { Type } from '../../../../shared/lib/json-schema/type.ts'
import { locateWithin } from '../../../data-plane/errors/document-error.ts'
import { GatewayError } from '../../../data-plane/errors/gateway-errors.ts'
import { isReasonPhrase } from '../../../data-plane/message/reason-phrase.ts'
import { definePolicy } from '../../../data-plane/policy/policy.ts'
import { renderTemplate } from '../../../data-plane/templates/render-template.ts'
import { compileTemplate } from '../../../data-plane/templates/template.ts'

const settings = Type.Object({
  name: Type.String({ minLength: 1, description: 'The name that a clause of catch matches' }),
  message: Type.Optional(Type.String({ description: 'The text for the caller' })),
  'error-status-code': Type.Integer({ minimum: 400, maximum: 599, default: 500 }),
  'error-status-reason': Type.Optional(Type.String({ description: 'The reason phrase' })),
})

export const throwPolicy = definePolicy({
  policy: 'throw',
  settings,

  build({ name, message, 'error-status-code': status, 'error-status-reason': reason }, { scope, location }) {
    const compile = (member: string, text = '') => compileTemplate(text, scope, locateWithin(location, member))
    const nameTemplate = compile('name', name)
    const [text, phraseTemplate] = [compile('message', message), compile('error-status-reason', reason)]

    return function throwError(call) {
      const phrase = renderTemplate(phraseTemplate, call)
      return new GatewayError('thrown', {
        catchName: renderTemplate(nameTemplate, call),
        status,
        location,
        reasonPhrase: phrase !== '' && isReasonPhrase(phrase) ? phrase : undefined,
        text: message === undefined ? undefined : renderTemplate(text, call),
      })
    }
  },
})
