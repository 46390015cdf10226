/**
 * The user that a 200 of the authentication URL speaks of, in the header fields of its answer.
 */
import { valuesOf } from '../../http/client/index.ts'
import {
  defaultCredential,
  RegistryUnavailableError,
  type User,
  type UserRegistryDeps,
  type UserTokenCeiling,
} from '../contract/user-registry.ts'

/** What each field is for, under every name in use; the first that is there counts. */
const names = {
  credential: ['x-api-authenticated-credential', 'api-authenticated-credential'],
  accessToken: ['x-api-oauth-metadata-for-accesstoken', 'api-oauth-metadata-for-accesstoken'],
  payload: ['x-api-oauth-metadata-for-payload', 'api-oauth-metadata-for-payload'],
  selectedScope: ['x-selected-scope'],
  scopeCeiling: ['x-api-oauth-scope-ceiling', 'api-oauth-scope-ceiling'],
} as const

/** Throws `RegistryUnavailableError` when a field cannot be read: a yes whose terms are unclear is no verdict. */
export function parseUser(
  name: string,
  fields: readonly string[],
  deps: Pick<UserRegistryDeps, 'name' | 'caseSensitive'>,
): User {
  const read = (possible: readonly string[]) => readField(fields, possible, deps.name)
  const accessToken = read(names.accessToken)
  const payload = read(names.payload)
  const selectedScope = read(names.selectedScope)
  const scopeCeiling = read(names.scopeCeiling)

  return {
    name,
    credential: read(names.credential) || defaultCredential(name, deps.caseSensitive),
    ...(accessToken || payload
      ? { metadata: { ...(accessToken ? { accessToken } : {}), ...(payload ? { payload } : {}) } }
      : {}),
    ...(selectedScope === undefined ? {} : { selectedScope }),
    ...(scopeCeiling === undefined ? {} : { tokenCeiling: ceilingOf(scopeCeiling, deps.name) }),
  }
}

/** An empty field allows no scope at all. */
function ceilingOf(text: string, registry: string): UserTokenCeiling {
  const scopes = text.split(' ').filter((each) => each !== '')
  return { scopes, place: `${names.scopeCeiling[0]} of the registry ${registry}` }
}

function readField(
  fields: readonly string[],
  possible: readonly string[],
  registry: string,
): string | undefined {
  const name = possible.find((each) => valuesOf(fields, each).length > 0)
  if (!name) return undefined

  const [value = '', ...more] = valuesOf(fields, name)
  const text = more.length === 0 ? decode(value) : undefined
  if (text === undefined || /[\0-\x1f\x7f]/.test(text)) {
    throw new RegistryUnavailableError(
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
