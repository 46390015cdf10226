/** GET /kinds: the attributes of every kind of object, and the verbs of commands, for those who help to fill them in. */
import { type Attribute, commands, kinds as tables } from '../../qm/index.ts'
import { type Answer, json } from '../call.ts'

const body = {
  kind: Object.values(tables).map(({ kind, types, attributes }) => ({
    kind,
    types,
    attributes: attributes.map(attribute),
  })),
  command: [...Map.groupBy(commands, ([verb]) => verb)].map(([verb, rows]) => ({
    verb,
    qualifiers: rows.flatMap(([, qualifiers]) => qualifiers),
  })),
}

export function kinds(): Answer {
  return json(200, body)
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
