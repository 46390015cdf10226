/**
 * The members by which documents name other documents. Forms offer the existing names for them, a rename changes them,
 * and a removal lists them.
 */
import type { YamlEdit } from '../../lib/yaml/edit-yaml.ts'
import type { YamlPath } from '../../lib/yaml/yaml-text.ts'
import type { DocumentOutline } from './outline-document.ts'

/** A member that names a document. A step `*` stands for any member or item, `**` for any number of them. */
export interface ReferenceMember {
  /** The kind of the document that has the member. */
  kind: string
  path: readonly string[]
  /** The kinds of the named document. */
  to: readonly string[]
}

const registry = ['user-registry']
const provider = ['oauth-provider', 'third-party-oauth-provider']
const tlsProfile = ['tls-client-profile']

/** Every member that names a document. */
export const referenceMembers: readonly ReferenceMember[] = [
  { kind: 'catalog', path: ['api_user_registries', '*'], to: registry },
  { kind: 'catalog', path: ['oauth_providers', '*'], to: provider },
  { kind: 'catalog', path: ['tls_client_profiles', '*'], to: tlsProfile },
  { kind: 'catalog', path: ['offline_apis', '*'], to: ['api'] },
  { kind: 'catalog', path: ['portal', 'user_registry'], to: registry },
  { kind: 'user-registry', path: ['endpoint', 'tls_client_profile'], to: tlsProfile },
  { kind: 'oauth-provider', path: ['native_provider', 'user_registry'], to: registry },
  {
    kind: 'oauth-provider',
    path: ['native_provider', 'token_introspection', 'applications', '*'],
    to: ['application'],
  },
  { kind: 'third-party-oauth-provider', path: ['**', 'tls_client_profile'], to: tlsProfile },
  { kind: 'product', path: ['apis', '*', 'name'], to: ['api'] },
  { kind: 'application', path: ['subscriptions', '*', 'product'], to: ['product'] },
  { kind: 'api', path: ['**', 'x-ibm-oauth-provider'], to: provider },
  { kind: 'api', path: ['**', 'x-ibm-authentication-registry'], to: registry },
  { kind: 'api', path: ['**', 'user-security', 'user-registry'], to: registry },
  { kind: 'api', path: ['**', 'invoke', 'tls-profile'], to: tlsProfile },
]

/** Returns the texts by which documents name a document; the first one is the usual one. */
export function referenceNames({ kind, name, version }: DocumentOutline): string[] {
  if (kind === 'api') return [`${name}:${version}`]
  return kind === 'tls-client-profile' ? [name, `${name}:${version ?? '1.0.0'}`] : [name]
}

/** Returns the paths at which the value of a document of a kind names the target. */
export function findReferences(kind: string, value: unknown, target: DocumentOutline): YamlPath[] {
  const names = referenceNames(target)
  return referenceMembers
    .filter((member) => member.kind === kind && member.to.includes(target.kind))
    .flatMap(({ path }) => [...walk(value, path, [])])
    .filter(({ found }) => names.includes(String(found)))
    .map(({ at }) => at)
}

/** Returns the edits that give the references of a document to the target the new name. */
export function renameReferences(
  kind: string,
  value: unknown,
  target: DocumentOutline,
  name: string,
): YamlEdit[] {
  const before = referenceNames(target)
  const after = referenceNames({ ...target, name })
  return findReferences(kind, value, target).map((path) => ({
    do: 'set',
    path,
    value: after[before.indexOf(String(readPath(value, path)))],
  }))
}

/** Returns the edits that give a document itself the new name. */
export function renameDocument(kind: string, name: string): YamlEdit[] {
  const path = { api: ['info', 'x-ibm-name'], product: ['info', 'name'] }[kind] ?? ['name']
  return [{ do: 'set', path, value: name }]
}

function* walk(
  value: unknown,
  [step, ...rest]: readonly string[],
  at: YamlPath,
): Generator<{ at: YamlPath; found: unknown }> {
  if (step === undefined) return yield { at, found: value }
  if (typeof value !== 'object' || value === null) return
  const members: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  for (const [key, inner] of members) {
    if (step === '**') {
      yield* walk(inner, [step, ...rest], [...at, key])
      if (key === rest[0]) yield* walk(inner, rest.slice(1), [...at, key])
    } else if (step === '*' || step === key) yield* walk(inner, rest, [...at, key])
  }
}

function readPath(value: unknown, path: YamlPath): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)?.[key], value)
}
