/**
 * The user that a 200 of the authentication URL speaks of, in the header fields of its answer.
 */
import { credentialOf, type RegistryTools, RegistryUnavailable, type User } from '../registry.ts'

type Headers = Record<string, string | string[] | undefined>

/** What each field is for, under every name in use; the first that is there counts. */
const fields = {
  credential: ['x-api-authenticated-credential', 'api-authenticated-credential'],
  accessToken: ['x-api-oauth-metadata-for-accesstoken', 'api-oauth-metadata-for-accesstoken'],
  payload: ['x-api-oauth-metadata-for-payload', 'api-oauth-metadata-for-payload'],
  selectedScope: ['x-selected-scope'],
} as const

/** Throws RegistryUnavailable when a field cannot be read: a yes whose terms are unclear is no verdict. */
export function userOf(
  name: string,
  headers: Headers,
  tools: Pick<RegistryTools, 'name' | 'caseSensitive'>,
): User {
  const read = (names: readonly string[]) => readField(headers, names, tools.name)
  const accessToken = read(fields.accessToken)
  const payload = read(fields.payload)
  const selectedScope = read(fields.selectedScope)

  return {
    name,
    credential: read(fields.credential) || credentialOf(name, tools.caseSensitive),
    ...(accessToken || payload
      ? { metadata: { ...(accessToken ? { accessToken } : {}), ...(payload ? { payload } : {}) } }
      : {}),
    ...(selectedScope === undefined ? {} : { selectedScope }),
  }
}

function readField(headers: Headers, names: readonly string[], registry: string): string | undefined {
  const name = names.find((each) => headers[each] !== undefined)
  if (!name) return undefined

  const text = typeof headers[name] === 'string' ? decode(headers[name]) : undefined
  if (text === undefined || /[\0-\x1f\x7f]/.test(text)) {
    throw new RegistryUnavailable(
      `registry ${registry}: the authentication URL sent a ${name} that is repeated or not plain UTF-8 text`,
    )
  }
  return text
}

/** The bytes of a field as UTF-8, or undefined when they are something else. */
function decode(field: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(field, 'latin1'))
  } catch {
    return undefined
  }
}
