/** GET /kinds: the tables of attributes of every kind of object, for those who draw forms. */
import { type Attribute, kinds as tables } from '../../qm/index.ts'
import { type Answer, json } from '../call.ts'

const body = {
  kind: Object.values(tables).map(({ kind, types, attributes }) => ({
    kind,
    types,
    attributes: attributes.map(attribute),
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
