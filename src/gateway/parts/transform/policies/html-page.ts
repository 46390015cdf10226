/** The policy `html-page`: makes an HTML page the message. */
import { Type } from '../../../../shared/lib/json-schema/type.ts'
import { escapeMarkup } from '../../../../shared/lib/text/escape-markup.ts'
import { locateWithin } from '../../../data-plane/errors/document-error.ts'
import { replaceWithDecoded } from '../../../data-plane/message/decoded-body.ts'
import { setHeader } from '../../../data-plane/message/headers.ts'
import { definePolicy } from '../../../data-plane/policy/policy.ts'
import { compileTemplate } from '../../../data-plane/templates/template.ts'

const settings = Type.Object({ source: Type.String({ description: 'The page. $(variables) are escaped for HTML' }) })

export const htmlPagePolicy = definePolicy({
  policy: 'html-page',
  settings,

  build({ source }, { scope, location }) {
    const template = compileTemplate(source, scope, locateWithin(location, 'source'))

    return function htmlPage(call) {
      const page = template.map((part) => (typeof part === 'string' ? part : escapeMarkup(part.read(call)))).join('')
      replaceWithDecoded(call.message, page)
      setHeader(call.message.headers, 'Content-Type', 'text/html; charset=utf-8')
      call.message.noteHeader('content-type')
      return undefined
    }
  },
})
