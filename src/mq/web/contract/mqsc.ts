/** MQSC commands, given as text or as JSON. */
import { type Static, Type } from '../../../shared/lib/json-schema/type.ts'
import { declareResources, resource } from '../../../shared/rest/resource.ts'
import { integer, list, text, view } from '../../../shared/rest/shapes.ts'

const attributes = Type.Record(Type.String(), Type.Unknown())

const word = (what: string) => Type.String({ 'x-rule': `it must be a string, ${what}` })
export const TextCommand = Type.Object({
  type: Type.Literal('runCommand'),
  parameters: Type.Object({ command: word('one MQSC command') }),
})
export const JsonCommand = Type.Object({
  type: Type.Literal('runCommandJSON'),
  command: word('an MQSC verb'),
  qualifier: word('the keyword of an object'),
  name: Type.Optional(text()),
  parameters: Type.Optional(attributes),
  responseParameters: Type.Optional(list(text())),
})

export type MqscResult = Static<typeof MqscResult>
const MqscResult = view('MqscResult', {
  commandResponse: list(
    Type.Object({
      completionCode: integer(),
      reasonCode: integer(),
      message: Type.Optional(list(text())),
      text: Type.Optional(list(text())),
      parameters: Type.Optional(attributes),
    }),
  ),
  overallCompletionCode: integer(),
  overallReasonCode: integer(),
})

export const mqscResources = declareResources('managers', {
  'POST /qmgr/:qmgr/mqsc': resource('runMqsc', 'Run an MQSC command, given as text or as JSON', {
    body: Type.Union([TextCommand, JsonCommand]),
    response: MqscResult,
  }),
})
