/**
 * The policy `map`: builds values and messages from others, action by action. It is compiled to a script: its definition as JSON, and a function for each member `value` that is an expression.
 * The script runs like those of `gatewayscript`, so that expressions and large bodies cannot keep a worker busy.
 */
import { compileFunction } from 'node:vm'
import { findFailure } from '../../../../shared/lib/collections/attempt.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { findReferences } from '../../../config/openapi/schemas/referenced-schemas.ts'
import {
  DocumentError,
  locateWithin,
  openProblemCollector,
  type ValueLocation,
} from '../../../data-plane/errors/document-error.ts'
import { definePolicy } from '../../../data-plane/policy/policy.ts'
import { payloadLimitSchema } from '../../../data-plane/policy/read-body.ts'
import { buildScriptStep } from './script-step.ts'

const variable = Type.Object({
  schema: Type.Optional(Type.Unknown({ description: 'A schema, or a $ref to one of the document' })),
  variable: Type.String({ description: 'A variable, such as message.body' }),
  content: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: 'application/json or application/xml' }),
  ),
})

const text = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

/** The members of an action. Actions within it are checked when it is compiled. */
const actionSchema = Type.Object({
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

const mapSettingsSchema = Type.Object({
  inputs: Type.Optional(Type.Record(Type.String(), variable)),
  outputs: Type.Record(Type.String(), variable, { default: {} }),
  actions: Type.Array(actionSchema, { default: [] }),
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
      mapEnablePostProcessingJSON: flag(
        'Whether JSON gets the names of attributes and texts of its schema, and all its types',
      ),
      mapCreateEmptyArray: Type.Optional(Type.Enum(['all', 'parent', 'none'])),
      mapReferenceLimit: Type.Optional(
        Type.Integer({ description: 'No effect: references are followed as far as values go' }),
      ),
      mapEmulateV4EmptyJSONObject: flag('Whether objects without a value are written'),
      messagesInputData: Type.Optional(Type.Enum(['error', 'warn', 'info'])),
    }),
  ),
  'payload-limit': payloadLimitSchema,
})

type MapSettings = Static<typeof mapSettingsSchema>
type Action = Static<typeof actionSchema>

/** Returns the script. Throws a `GatewayBuildError` for actions that cannot work. */
function compileMap(settings: MapSettings, schemas: ReadonlyMap<string, unknown>, location: ValueLocation): string {
  const scripts: string[] = []
  const problems = openProblemCollector()
  const compileAll = (actions: readonly unknown[], at: ValueLocation): object[] =>
    actions.flatMap((action, index) => problems.try(() => compile(action as Action, locateWithin(at, index))) ?? [])

  function compile(action: Action, at: ValueLocation): object {
    const { set, create, from, foreach, value, default: fallback, actions } = action
    const target = set ?? create
    if (target === undefined) throw new DocumentError(at, 'an action of map needs the member set or create')
    const compiled = {
      set: target,
      from: from === undefined ? [] : [from].flat(),
      foreach,
      default: fallback,
      actions: compileAll(actions ?? [], locateWithin(at, 'actions')),
    }
    if (typeof value !== 'string' || value.trim() === '')
      return value === '' || value === null ? compiled : { ...compiled, value }
    scripts.push(compileExpression(value, locateWithin(at, 'value')))
    return { ...compiled, script: scripts.length - 1 }
  }

  const actions = compileAll(settings.actions, locateWithin(location, 'actions'))
  problems.throwIfAny()
  const definition = {
    inputs: listVariables(settings.inputs),
    outputs: listVariables(settings.outputs),
    actions,
    options: settings.options ?? {},
    schemas: Object.fromEntries(schemas),
  }
  return `require('map')(${JSON.stringify(definition)}, [${scripts.join(',\n')}])`
}

function listVariables(variables: MapSettings['inputs'] = {}): object[] {
  return Object.entries(variables).map(([name, each]) => ({ name, ...each }))
}

/** Returns a function of `$` for an expression, or for a program whose last statement has the value. */
function compileExpression(text: string, location: ValueLocation): string {
  const code = text.replace(
    /\$\(([^()'"]+|[^()]*\[['"][^'"]*['"]\][^()]*)\)/g,
    (_, name: string) => `$(${JSON.stringify(name.trim())})`,
  )
  const error = findSyntaxError(`return (${code}\n)`)
  if (!error) return `($) => (${code}\n)`
  if (/\breturn\b/.test(code) && !findSyntaxError(code)) return `($) => {${code}\n}`
  if (!findSyntaxError(code)) return `($) => eval(${JSON.stringify(code)})`
  throw new DocumentError(
    location,
    `the value "${text}" is not a JavaScript expression: ${error}; write a text in quotes`,
  )
}

function findSyntaxError(code: string): string | undefined {
  return findFailure(() => void compileFunction(code, ['$']))
}

export const mapPolicy = definePolicy({
  policy: 'map',
  settings: mapSettingsSchema,

  hasBackgroundWork: () => true, // the threads compile maps before the first call
  keepsRequestBody: ({ inputs = {} }) => Object.values(inputs).some(({ variable }) => /^request\.body/.test(variable)),
  assignedVariables: ({ outputs }) =>
    Object.values(outputs).flatMap(({ variable }) => (variable.startsWith('message.') ? [] : [variable])),
  schemaReferences: ({ inputs, outputs }) => findReferences({ inputs, outputs }),

  build(settings, context) {
    const source = compileMap(settings, context.api.schemas ?? new Map(), context.location)
    return buildScriptStep(
      { source, reads: JSON.stringify([settings.inputs, settings.actions]), payloadLimit: settings['payload-limit'] },
      context,
    )
  },
})
