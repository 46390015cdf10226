/** `<basicRegistry>`: users, passwords and groups in the settings file. */
import type { SettingsFindings } from './findings.ts'
import { type PasswordHash, readUserPassword } from './passwords.ts'
import type { XmlElement } from './xml.ts'

export interface BasicRegistrySettings {
  type: 'basic'
  realm: string
  /** Whether `Alice` may authenticate as `alice`. */
  ignoreCase: boolean
  users: ReadonlyMap<string, PasswordHash>
  /** The names of the members, by group name. */
  groups: ReadonlyMap<string, readonly string[]>
}

export function readBasicRegistry(element: XmlElement, findings: SettingsFindings): BasicRegistrySettings {
  const users = new Map<string, PasswordHash>()
  const groups = new Map<string, readonly string[]>()

  for (const child of element.children) {
    if (child.name === 'user') readUser(child, users, findings)
    else if (child.name === 'group') {
      const members = child.children.filter(({ name }) => name === 'member')
      groups.set(
        findings.readRequiredAttribute(child, 'name'),
        members.map((member) => findings.readRequiredAttribute(member, 'name')),
      )
    } else findings.addError(child, `<basicRegistry> must contain <user> and <group> only, found <${child.name}>`)
  }

  for (const [group, members] of groups) {
    const stranger = members.find((name) => !users.has(name))
    if (stranger !== undefined) {
      findings.addWarning(
        element,
        `the group "${group}" has the member "${stranger}", which is not a user of this registry`,
      )
    }
  }
  return {
    type: 'basic',
    realm: findings.readAttribute(element, 'realm') ?? 'BasicRegistry',
    ignoreCase: findings.readAttribute(element, 'ignoreCaseForAuthentication') === 'true',
    users,
    groups,
  }
}

function readUser(element: XmlElement, users: Map<string, PasswordHash>, findings: SettingsFindings): void {
  const name = findings.readRequiredAttribute(element, 'name')
  const password = findings.readRequiredAttribute(element, 'password')
  if (users.has(name)) findings.addError(element, `the user "${name}" is defined twice`)
  if (name === '' || password === '') {
    findings.addError(element, 'a <user> needs a name and a password that are not empty')
    return
  }
  try {
    users.set(name, readUserPassword(password))
  } catch (error) {
    findings.addError(element, `the password of "${name}": ${(error as Error).message}`)
  }
}
