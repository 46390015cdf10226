/** The policy `extract`: replaces fields of the message by what expressions in JSONata make of them. */
import { Type } from '../../../../shared/lib/json-schema/type.ts'
import { DocumentError, locateWithin, openProblemCollector } from '../../../data-plane/errors/document-error.ts'
import { definePolicy } from '../../../data-plane/policy/policy.ts'
import { payloadLimitSchema } from '../../../data-plane/policy/read-body.ts'
import { findJsonataError } from '../scripts/jsonata.ts'
import { parseFieldPath } from '../xml/redact-paths.ts'
import { buildScriptStep } from './script-step.ts'

const settings = Type.Object({
  root: Type.String({
    default: 'message.body',
    pattern: '^(?!request\\b).',
    description: 'Where paths begin, such as message.body',
  }),
  extracts: Type.Array(
    Type.Object({
      capture: Type.String({ default: '$', description: 'The field: $.a.b, **.account; $ is all' }),
      transform: Type.String({ minLength: 1, description: 'The new value, in JSONata: $substring($, -4)' }),
    }),
    { minItems: 1 },
  ),
  'payload-limit': payloadLimitSchema,
})

export const extractPolicy = definePolicy({
  policy: 'extract',
  settings,
  hasBackgroundWork: () => true,

  build({ root, extracts, 'payload-limit': payloadLimit }, context) {
    const problems = openProblemCollector()
    const paths = extracts.map(({ capture, transform }, index) =>
      problems.try(() => {
        const at = locateWithin(context.location, 'extracts', index)
        const path = capture === '$' ? [] : parseFieldPath(capture)
        if (!path || capture.startsWith('/'))
          throw new DocumentError(
            locateWithin(at, 'capture'),
            `capture "${capture}" must name fields: $.a.b, $.items[0].id, **.account`,
          )
        const error = findJsonataError(transform)
        if (error !== undefined)
          throw new DocumentError(locateWithin(at, 'transform'), `transform "${transform}" is not JSONata: ${error}`)
        return path
      }),
    )
    problems.throwIfAny()
    const source = `require('expression').extract(${JSON.stringify(root)}, ${JSON.stringify(paths)}, expressions)`
    const expressions = extracts.map(({ transform }) => transform)
    return buildScriptStep({ source, expressions, payloadLimit, failure: 'payload_malformed' }, context)
  },
})
