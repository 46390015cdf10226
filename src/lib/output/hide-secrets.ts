/**
 * Takes the values of secrets out of what is about to be logged: the second lock, not the first.
 *
 * Nothing is copied as long as there is nothing to hide, which is nearly always.
 */
const secrets = new Set([
  'password',
  'client_secret',
  'access_token',
  'refresh_token',
  'authorization',
  'cookie',
])
const hidden = '[secret]'

type Fields = Record<string, unknown>

/** The fields of a line, with secrets hidden among them and in the objects that they hold. */
export function hideSecrets(fields: object): Fields {
  return changed(fields as Fields, (name, value) => {
    if (secrets.has(name)) return hidden
    if (name === 'err') return value // serialized first, and then looked at
    return typeof value === 'object' && value !== null ? hideAmong(value) : value
  })
}

function hideAmong(fields: object): Fields {
  return changed(fields as Fields, (name, value) => (secrets.has(name) ? hidden : value))
}

/** The same object, or a copy when a field is to be shown otherwise. */
function changed(fields: Fields, show: (name: string, value: unknown) => unknown): Fields {
  let copy: Fields | undefined
  for (const name in fields) {
    const value = fields[name]
    const shown = show(name, value)
    if (shown === value) continue
    copy ??= { ...fields }
    copy[name] = shown
  }
  return copy ?? fields
}
