/** The registry of z/OS (`<safRegistry>` …). `zosmfUrl` and `profileUrl` are of this server, which is elsewhere. */
import { type Role, type RoleBindings, roleNames } from '../identity/roles.ts'
import { applicationIds } from './bindings.ts'
import { type ElementReader, isSafeUrl } from './element-reader.ts'

export type SafRegistrySettings = ReturnType<typeof readSafRegistry>

/** Reads `<safRegistry>` and the two elements beside it. */
export function readSafRegistry(registry: ElementReader, server: ElementReader) {
  const [authorization] = server.children('safAuthorization')
  if (!registry.has('zosmfUrl'))
    registry.fail(
      '<safRegistry> needs the attribute zosmfUrl, because this server is not on z/OS: the URL of z/OSMF, such as zosmfUrl="https://zosmf.example.com"',
    )
  const profileUrl = authorization && readUrl(authorization, 'profileUrl')
  return {
    type: 'saf' as const,
    realm: registry.text('realm') ?? 'SAFRegistry',
    /** The URL of z/OSMF, without a path. */
    zosmfUrl: readUrl(registry, 'zosmfUrl') ?? new URL('https://invalid'),
    /** The URL of the service that checks access to EJBROLE profiles; undefined when `mqwebuser.xml` binds the roles. */
    profileUrl,
    /** The EJBROLE profiles of the roles. */
    profiles: profileUrl ? listProfiles(server) : [],
    /** The timeout of a request, in milliseconds. */
    timeoutMs: 10_000,
  }
}

/** Returns the roles of an application: each role is bound to the profile that has its name. */
export function bindProfiles(
  { profiles, realm }: SafRegistrySettings,
  application: keyof typeof applicationIds,
): RoleBindings {
  return roleNames.flatMap((role) =>
    profiles
      .filter((profile) => profile.endsWith(`.${applicationIds[application]}.${role}`))
      .map((name) => ({ role, subject: { kind: 'group', name, realm } }) as const),
  )
}

function listProfiles(server: ElementReader): string[] {
  const [credentials] = server.children('safCredentials')
  const isPrefix = (text: string) => /^[A-Z0-9@#$]{1,8}$/i.test(text)
  const prefix = credentials?.matching('profilePrefix', '1 to 8 letters, digits and @ # $', isPrefix) ?? 'BBGZDFLT' // that of Liberty
  return Object.values(applicationIds).flatMap((id) => roleNames.map((role: Role) => `${prefix}.${id}.${role}`))
}

/** Returns the URL in an attribute. Plain HTTP is for loopback only, because the requests contain passwords. */
function readUrl(element: ElementReader, attribute: string): URL | undefined {
  const text = element.matching(attribute, 'an https URL without a user name and a query', (value) => {
    const { username, password, search, hash } = URL.canParse(value) ? new URL(value) : new URL('https://invalid')
    return isSafeUrl(value) && username + password + search + hash === ''
  })
  return text === undefined ? undefined : new URL(text)
}
