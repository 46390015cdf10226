/** GET /kinds: the attributes of every kind and the verbs of MQSC, for the forms and completions of the page. */
import {
  type AttributeDefinition,
  commands,
  type ObjectDefinition,
  objectDefinitions as tables,
} from '../../../manager/index.ts'
import { jsonResponse, type RestResponse } from '../../../web/context/rest-context.ts'

const body = {
  kind: Object.values<ObjectDefinition>(tables).map(({ kind, types, defaultObject, attributes }) => ({
    kind,
    types,
    /** The name of the object from which a new object of each type takes its default attributes. */
    defaults: defaultObject && Object.fromEntries(types.map((type) => [type, defaultObject(type)])),
    attributes: attributes.map(attribute),
  })),
  command: [...Map.groupBy(commands, ([verb]) => verb)].map(([verb, rows]) => ({
    verb,
    qualifiers: rows.flatMap(([, qualifiers]) => qualifiers),
  })),
}

export function listObjectKinds(): RestResponse {
  return jsonResponse(200, body)
}

function attribute({ keyword, types, access, initial, value }: AttributeDefinition) {
  const { description: takes, words, least, most } = value
  return { keyword, types, access, initial, takes, form: formOf(value), words, least, most }
}

function formOf({ flag, secret, comparison }: AttributeDefinition['value']): string {
  if (flag) return 'flag'
  if (secret) return 'secret'
  return comparison === 'word' ? 'choice' : comparison
}
