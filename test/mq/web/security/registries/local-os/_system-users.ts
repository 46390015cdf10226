/** Users of this operating system, made for a test and removed after it. Needs root, useradd and PAM. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** What this machine lacks, or undefined. */
export const missing =
  process.geteuid?.() !== 0
    ? 'needs root'
    : !existsSync('/usr/sbin/useradd')
      ? 'needs useradd'
      : !existsSync('/etc/pam.d/login')
        ? 'needs PAM'
        : undefined

export interface SystemUsers {
  /** Runs a command for users and groups, such as `passwd`. Repeats it while another process locks the files. */
  run(command: string, args: readonly string[], input?: string): Promise<void>
  remove(): Promise<void>
}

/** Creates a group and users with passwords. The first user is a member of the group; each has a group of the same name. */
export async function createSystemUsers(
  users: readonly { name: string; password: string }[],
  group: string,
): Promise<SystemUsers> {
  await run('groupadd', [group])
  for (const { name, password } of users) {
    const groups = name === users[0]?.name ? ['-G', group] : []
    await run('useradd', ['-M', '-U', ...groups, name])
    await run('chpasswd', ['-c', 'SHA256'], `${name}:${password}\n`) // quicker than the default method
  }
  return {
    run,
    async remove() {
      for (const { name } of users) await run('userdel', [name])
      await run('groupdel', [group])
    },
  }
}

async function run(command: string, args: readonly string[], input = ''): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      execFileSync(command, args, { input, stdio: ['pipe', 'ignore', 'pipe'] })
      return
    } catch (error) {
      if (attempt === 50 || !/lock/.test(String((error as { stderr?: Buffer }).stderr))) throw error
      await delay(100) // another test file changes users
    }
  }
}
