/** Reads the user registries that `user-security` describes by the URL that checks users. */
import type { DocumentContext } from '../document-set/document-kind.ts'
import { readInlineRegistry } from '../documents/members/inline-registry.ts'
import type { Assembly, PolicyStep, RegistrySettings } from '../types/index.ts'

interface UserSecurity {
  'user-auth-method'?: string
  'user-registry'?: string
  'auth-url'?: string
  'auth-tls-client-profile'?: string
}

/** Returns the registries, and names each in the settings of its step. */
export function readAssemblyRegistries(
  owner: string,
  assembly: Assembly,
  reading: DocumentContext,
): RegistrySettings[] {
  const found = new Map<string, RegistrySettings>()

  function visit(step: PolicyStep): void {
    for (const branch of step.branches) branch.forEach(visit)
    const settings = step.settings as UserSecurity
    if (step.policy !== 'user-security' || settings['user-auth-method'] !== 'auth-url') return
    const url = settings['auth-url'] ?? ''
    const profile = settings['auth-tls-client-profile']
    const message = 'auth-url of user-security must be an http or https URL with a fixed host'
    const registry =
      found.get(`${url} ${profile}`) ??
      readInlineRegistry(
        `${owner}.user-security-${found.size + 1}`,
        { url, 'tls-profile': profile },
        { location: step.location, message },
        reading,
      )
    if (!registry) return
    found.set(`${url} ${profile}`, registry)
    settings['user-registry'] = registry.name
  }

  for (const steps of [assembly.execute, assembly.catch, assembly.finally]) steps.forEach(visit)
  return [...found.values()]
}
