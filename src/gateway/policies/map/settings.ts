/** The settings of `map`, with the names and defaults of API Connect. */
import { Type } from '../../../lib/json-schema/type.ts'

const variable = Type.Object({
  schema: Type.Optional(Type.Unknown({ description: 'A schema, or a $ref to one of the document' })),
  variable: Type.String({ description: 'A variable, such as message.body' }),
  content: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: 'application/json or application/xml' }),
  ),
})

const text = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

/** The members of an action. Actions within it are checked when it is compiled. */
export const actionSchema = Type.Object({
  set: Type.Optional(Type.String({ description: 'A value of an output' })),
  create: Type.Optional(Type.String({ description: 'A list of an output, to which elements are added' })),
  from: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  foreach: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  value: Type.Optional(
    Type.Union([text, Type.Unknown()], { description: 'A JavaScript expression; $(input.name) is a value' }),
  ),
  default: Type.Optional(Type.Unknown({ description: 'The value when the inputs have none' })),
  actions: Type.Optional(Type.Array(Type.Unknown())),
})

const flag = (description: string) => Type.Optional(Type.Boolean({ description }))

export const mapSettingsSchema = Type.Object({
  inputs: Type.Optional(Type.Record(Type.String(), variable)),
  outputs: Type.Record(Type.String(), variable),
  actions: Type.Array(actionSchema),
  options: Type.Optional(
    Type.Object({
      includeEmptyXMLElements: flag('Whether XML has empty elements for members without a value'),
      namespaceInheritance: flag('Whether an element has the namespace of its parent'),
      inlineNamespaces: flag('false: the root element declares all namespaces'),
      mapResolveXMLInputDataType: flag('Whether values of XML get the type of their schema'),
      mapParseXMLOutput: flag('No effect: XML is written as text'),
      mapXMLEmptyElement: Type.Optional(
        Type.Union([Type.Enum(['string', 'null', 'none', 'string-badgerfish', 'null-badgerfish']), Type.Null()]),
      ),
      mapArrayFirstElementValue: flag('Whether the first element stands for a list'),
      mapResolveApicVariables: flag('Whether $(variables) in defaults are replaced'),
      mapNullValue: flag('Whether null is a value'),
      mapOptimizeSchemaDefinition: flag('No effect'),
      mapEmulateV4DefaultRequiredProps: flag('Whether required members get the default of their schema'),
      mapEnablePostProcessingJSON: flag('No effect: values always get the type of their schema'),
      mapCreateEmptyArray: Type.Optional(Type.Enum(['all', 'parent', 'none'])),
      mapReferenceLimit: Type.Optional(
        Type.Integer({ description: 'No effect: references are followed as far as values go' }),
      ),
      mapEmulateV4EmptyJSONObject: flag('Whether objects without a value are written'),
      messagesInputData: Type.Optional(Type.Enum(['error', 'warn', 'info'])),
    }),
  ),
  'payload-limit': Type.Integer({
    minimum: 1,
    maximum: 64 * 1024 * 1024,
    default: 4 * 1024 * 1024,
    description: 'The maximum size of the body in bytes. A member of Sluice',
  }),
})
