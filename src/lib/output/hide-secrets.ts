/**
 * Removes the values of secrets from log fields, as a second line of defence.
 *
 * The fields are copied only when there is a value to hide.
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

/** Returns the fields of a log line with secrets replaced, at the top level and in objects one level below. */
export function hideSecrets(fields: object): Fields {
  return changed(fields as Fields, (name, value) => {
    if (secrets.has(name)) return hidden
    if (name === 'err') return value // the serializer of errors hides secrets itself
    return typeof value === 'object' && value !== null ? hideAmong(value) : value
  })
}

function hideAmong(fields: object): Fields {
  return changed(fields as Fields, (name, value) => (secrets.has(name) ? hidden : value))
}

/** Returns the same object, or a copy when `show` changes a field. */
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
