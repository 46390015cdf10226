/** Masks the fields of a form (`application/x-www-form-urlencoded`) that have the names of secrets. */
import { maskValue } from './mask-text.ts'
import { decodeRepeatedly, isSecretName, isSecretParameter, mask } from './secret-names.ts'

/** Other names may be texts in another format, such as JSON. */
const plainName = /^[\w.[\]%+:@$-]{1,200}$/

export function maskForm(text: string): string {
  return text.split('&').map(maskField).join('&')
}

function maskField(field: string): string {
  const at = field.indexOf('=')
  const name = at < 0 ? field : field.slice(0, at)
  if (at < 0 || !plainName.test(name)) {
    const decoded = decodeRepeatedly(field)
    return decoded === undefined || isSecretName(decoded) ? mask : maskValue(field)
  }
  if (isSecretParameter(name)) return `${name}=${mask}`
  const value = field.slice(at + 1)
  const decoded = decodeRepeatedly(value)
  return decoded !== undefined && maskValue(decoded) === decoded ? field : `${name}=${mask}`
}
