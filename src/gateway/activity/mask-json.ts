/** Masks the members of JSON that have the names of secrets. */
import { maskValue } from './mask-text.ts'
import { isSecretName, mask } from './secret-names.ts'

/** Members that name what the other members of their object describe, as in `{"name":"password","value":"x"}`. */
const namingMembers = /^(name|key|field|id|param|parameter|property|header|type)$/i

/** Returns the text with secrets masked; undefined when it is no JSON. */
export function maskJson(text: string): string | undefined {
  try {
    return JSON.stringify(maskMember(JSON.parse(text.replace(/^\uFEFF/, ''))))
  } catch {
    return undefined // also when it is nested too deeply
  }
}

function maskMember(value: unknown): unknown {
  if (typeof value === 'string') return maskValue(value)
  if (Array.isArray(value)) return isNamedPair(value) ? [value[0], mask] : value.map(maskMember)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  const namesSecret = members.some(([name, member]) => namingMembers.test(name) && isSecretValue(member))
  return Object.fromEntries(
    members.map(([name, member]) => {
      const isSecret = isSecretName(name) || (namesSecret && !namingMembers.test(name))
      return [name, isSecret ? mask : maskMember(member)]
    }),
  )
}

function isNamedPair(list: readonly unknown[]): boolean {
  return list.length === 2 && isSecretValue(list[0])
}

function isSecretValue(value: unknown): boolean {
  return typeof value === 'string' && isSecretName(value)
}
