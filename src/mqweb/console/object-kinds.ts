/** GET /kinds: the attributes of every kind of object, and the verbs of commands, for those who help to fill them in. */
import { type Attribute, commands, type Kind, kinds as tables } from '../../qm/index.ts'
import { jsonResponse, type RestResponse } from '../context/rest-context.ts'

const body = {
  kind: Object.values(tables).map((table) => ({
    kind: table.kind,
    types: table.types,
    defaults: defaultsOf(table),
    attributes: table.attributes.map(attribute),
  })),
  command: [...Map.groupBy(commands, ([verb]) => verb)].map(([verb, rows]) => ({
    verb,
    qualifiers: rows.flatMap(([, qualifiers]) => qualifiers),
  })),
}

export function listObjectKinds(): RestResponse {
  return jsonResponse(200, body)
}

/** By type, the object that lends a new one what nobody says of it. */
function defaultsOf({ types, defaultObject }: Kind): Record<string, string> | undefined {
  return defaultObject && Object.fromEntries(types.map((type) => [type, defaultObject(type)]))
}

function attribute({ keyword, types, access, initial, value }: Attribute) {
  const { takes, words, least, most } = value
  return { keyword, types, access, initial, takes, form: formOf(value), words, least, most }
}

/** What kind of field suits the values. */
function formOf({ flag, secret, order }: Attribute['value']): string {
  if (flag) return 'flag'
  if (secret) return 'secret'
  return order === 'word' ? 'choice' : order
}
