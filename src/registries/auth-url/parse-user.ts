/** Parses the user from the headers of a successful response of an authentication URL. */
import { findHeaderValues } from '../../http/client/index.ts'
import {
  foldComposedName,
  RegistryUnavailableError,
  type User,
  type UserRegistryDeps,
  type UserTokenCeiling,
} from '../contract/user-registry.ts'

/** The accepted names of each header. The first one that is present applies. */
const names = {
  credential: ['x-api-authenticated-credential', 'api-authenticated-credential'],
  accessToken: ['x-api-oauth-metadata-for-accesstoken', 'api-oauth-metadata-for-accesstoken'],
  payload: ['x-api-oauth-metadata-for-payload', 'api-oauth-metadata-for-payload'],
  selectedScope: ['x-selected-scope'],
  scopeCeiling: ['x-api-oauth-scope-ceiling', 'api-oauth-scope-ceiling'],
} as const

/** Returns the user, with the headers that `attributes` names. Throws `RegistryUnavailableError` when a header is repeated or is not valid UTF-8. */
export function parseUser(
  name: string,
  fields: readonly string[],
  deps: Pick<UserRegistryDeps, 'name' | 'caseSensitive'>,
  attributes: readonly string[] = [],
): User {
  const read = (possible: readonly string[]) => readField(fields, possible, deps.name)
  const accessToken = read(names.accessToken)
  const payload = read(names.payload)
  const selectedScope = read(names.selectedScope)
  const scopeCeiling = read(names.scopeCeiling)
  const found = attributes.flatMap((each) => {
    const value = read([each.toLowerCase()])
    return value ? [[each, value] as const] : []
  })

  return {
    name,
    credential: read(names.credential) || foldComposedName(name, deps.caseSensitive),
    ...(accessToken || payload
      ? { metadata: { ...(accessToken ? { accessToken } : {}), ...(payload ? { payload } : {}) } }
      : {}),
    ...(selectedScope === undefined ? {} : { selectedScope }),
    ...(found.length > 0 && { attributes: Object.fromEntries(found) }),
    ...(scopeCeiling === undefined ? {} : { tokenCeiling: ceilingOf(scopeCeiling, deps.name) }),
  }
}

/** Parses the scope ceiling. An empty header allows no scope. */
function ceilingOf(text: string, registry: string): UserTokenCeiling {
  const scopes = text.split(' ').filter((each) => each !== '')
  return { scopes, place: `${names.scopeCeiling[0]} of the registry ${registry}` }
}

function readField(fields: readonly string[], possible: readonly string[], registry: string): string | undefined {
  const name = possible.find((each) => findHeaderValues(fields, each).length > 0)
  if (!name) return undefined

  const [value = '', ...more] = findHeaderValues(fields, name)
  const text = more.length === 0 ? decode(value) : undefined
  if (text === undefined || /[\0-\x1f\x7f]/.test(text)) {
    throw new RegistryUnavailableError(
      `registry ${registry}: the header ${name} of the authentication URL is repeated or not UTF-8 text`,
    )
  }
  return text
}

/** Decodes the bytes of a header as UTF-8. Returns undefined when they are not valid UTF-8. */
function decode(field: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(field, 'latin1'))
  } catch {
    return undefined
  }
}
