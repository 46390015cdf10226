/** `<basicRegistry>`: users, their passwords and their groups, in the file itself. */
import type { Findings } from './findings.ts'
import { type PasswordHash, readUserPassword } from './passwords.ts'
import type { Element } from './xml.ts'

export interface BasicRegistrySettings {
  type: 'basic'
  realm: string
  /** Whether `Alice` may sign in as `alice`. */
  ignoreCase: boolean
  users: ReadonlyMap<string, PasswordHash>
  /** The names of a group's members, by the name of the group. */
  groups: ReadonlyMap<string, readonly string[]>
}

export function readBasicRegistry(element: Element, findings: Findings): BasicRegistrySettings {
  const users = new Map<string, PasswordHash>()
  const groups = new Map<string, readonly string[]>()

  for (const child of element.children) {
    if (child.name === 'user') readUser(child, users, findings)
    else if (child.name === 'group') {
      const members = child.children.filter(({ name }) => name === 'member')
      groups.set(
        findings.required(child, 'name'),
        members.map((member) => findings.required(member, 'name')),
      )
    } else findings.error(child, `<basicRegistry> holds <user> and <group>, found <${child.name}>`)
  }

  for (const [group, members] of groups) {
    const stranger = members.find((name) => !users.has(name))
    if (stranger !== undefined) {
      findings.warn(element, `the group "${group}" has the member "${stranger}", who is not a user here`)
    }
  }
  return {
    type: 'basic',
    realm: findings.value(element, 'realm') ?? 'BasicRegistry',
    ignoreCase: findings.value(element, 'ignoreCaseForAuthentication') === 'true',
    users,
    groups,
  }
}

function readUser(element: Element, users: Map<string, PasswordHash>, findings: Findings): void {
  const name = findings.required(element, 'name')
  const password = findings.required(element, 'password')
  if (users.has(name)) findings.error(element, `there is a user "${name}" already`)
  if (name === '' || password === '') {
    findings.error(element, 'a <user> needs a name and a password that are not empty')
    return
  }
  try {
    users.set(name, readUserPassword(password))
  } catch (error) {
    findings.error(element, `the password of "${name}": ${(error as Error).message}`)
  }
}
