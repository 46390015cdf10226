/** `<basicRegistry>`: users, passwords and groups in the settings file. */
import type { ElementReader } from './element-reader.ts'
import { type PasswordHash, readUserPassword } from './passwords.ts'

export type BasicRegistrySettings = ReturnType<typeof readBasicRegistry>

export function readBasicRegistry(registry: ElementReader) {
  const users = new Map<string, PasswordHash>()
  const groups = new Map<string, readonly string[]>()

  for (const child of registry.children()) {
    if (child.name === 'user') readUser(child, users)
    else if (child.name === 'group')
      groups.set(
        child.required('name'),
        child.children('member').map((member) => member.required('name')),
      )
    else child.fail(`<basicRegistry> must contain <user> and <group> only, found <${child.name}>`)
  }

  for (const [group, members] of groups) {
    const stranger = members.find((name) => !users.has(name))
    if (stranger !== undefined)
      registry.warn(`the group "${group}" has the member "${stranger}", which is not a user of this registry`)
  }
  return {
    type: 'basic' as const,
    realm: registry.text('realm') ?? 'BasicRegistry',
    /** Whether `Alice` may authenticate as `alice`. */
    ignoreCase: registry.flag('ignoreCaseForAuthentication'),
    users,
    /** The names of the members, by group name. */
    groups,
  }
}

function readUser(user: ElementReader, users: Map<string, PasswordHash>): void {
  const name = user.required('name')
  const password = user.required('password')
  if (users.has(name)) user.fail(`the user "${name}" is defined twice`)
  if (name === '' || password === '') {
    user.fail('a <user> needs a name and a password that are not empty')
    return
  }
  try {
    users.set(name, readUserPassword(password))
  } catch (error) {
    user.fail(`the password of "${name}": ${(error as Error).message}`)
  }
}
