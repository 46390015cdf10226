/** The policies `xml-to-json` and `json-to-xml`. They run on the threads of scripts, because bodies may be large. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { definePolicy, type PolicyContext } from '../../../data-plane/policy/policy.ts'
import { payloadLimitSchema } from '../../../data-plane/policy/read-body.ts'
import { buildScriptStep } from './script-step.ts'

interface Messages {
  input: string
  output?: string | undefined
}

/** The facts of a policy that reads the message `input` and writes the message `output`. */
export const readsInput = {
  hasBackgroundWork: () => true,
  keepsRequestBody: ({ input }: Messages) => input === 'request',
  assignedVariables: ({ output }: Messages) => (output === undefined || output === 'message' ? [] : [output]),
}

const input = Type.String({ default: 'message', description: 'The message whose body is converted' })
const output = Type.Optional(Type.String({ description: 'The message that gets the result; that of input by default' }))

const xmlToJsonSettings = Type.Object({
  input,
  output,
  conversionType: Type.Enum(['badgerFish', 'relaxedBadgerFish', 'apicv5'], { default: 'badgerFish' }),
  'payload-limit': payloadLimitSchema,
})

export const xmlToJsonPolicy = definePolicy({
  policy: 'xml-to-json',
  settings: xmlToJsonSettings,
  ...readsInput,

  build({ conversionType, ...settings }, context) {
    const options = { isRelaxed: conversionType !== 'badgerFish' }
    return buildConversion('xmlToJson', options, 'application/json', settings, context)
  },
})

const jsonToXmlSettings = Type.Object({
  input,
  output,
  conversionType: Type.Enum(['badgerFish', 'relaxedBadgerFish', 'apicv5', 'None'], {
    default: 'badgerFish',
    description: 'No effect: JSON of both forms is converted',
  }),
  rootXMLElementName: Type.String({ default: 'json', minLength: 1 }),
  alwaysOutputRootElement: Type.Boolean({ default: false }),
  unnamedXMLArrayElementName: Type.String({ default: 'element', minLength: 1 }),
  'payload-limit': payloadLimitSchema,
})

export const jsonToXmlPolicy = definePolicy({
  policy: 'json-to-xml',
  settings: jsonToXmlSettings,
  ...readsInput,

  build(settings, context) {
    const options = {
      rootName: settings.rootXMLElementName,
      alwaysHasRoot: settings.alwaysOutputRootElement,
      unnamedName: settings.unnamedXMLArrayElementName,
    }
    return buildConversion('jsonToXml', options, 'application/xml', settings, context)
  },
})

function buildConversion(
  name: 'xmlToJson' | 'jsonToXml',
  options: object,
  type: string,
  {
    input,
    output = input === 'request' ? 'message' : input,
    'payload-limit': payloadLimit,
  }: Omit<Static<typeof xmlToJsonSettings>, 'conversionType'>,
  context: PolicyContext,
) {
  const values = [name, options, type, `${input}.body`, output].map((each) => JSON.stringify(each)).join(', ')
  const source = `require('convert')(${values})`
  return buildScriptStep({ source, payloadLimit, failure: 'payload_malformed' }, context)
}
